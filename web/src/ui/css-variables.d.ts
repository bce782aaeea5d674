import 'react';

declare module 'react' {
  /** Passes values to static styles as variables: `style={{ '--n': 3 }}`. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
