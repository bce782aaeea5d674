import type { Schema } from 'yup';

/** What a form needs of a schema. Every yup schema is one. */
export interface FormSchema<Sent> {
  validate: (values: unknown, options?: object) => Promise<Sent>;
  cast: (values: unknown) => Sent | Promise<Sent>;
}

/**
 * A schema whose code comes after the page it belongs to: the rule library is most of what a short form's page would load. Without
 * a signal it may not come at all; then everything is valid here, and the server, which judges anyway, does so alone.
 */
export function lazySchema<Sent>(load: () => Promise<Schema<Sent>>): FormSchema<Sent> {
  const loaded = (): Promise<Schema<Sent> | null> => load().catch(() => null);
  // An import that succeeded is not made again; one that failed is.
  void loaded();
  return {
    validate: async (values, options) => (await loaded())?.validate(values, options) ?? (values as Sent),
    cast: async (values) => (await loaded())?.cast(values) ?? (values as Sent),
  };
}
