import 'react';

declare module 'react' {
  /** Numbers reach a static style sheet as variables: `style={{ '--n': 3 }}`. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
