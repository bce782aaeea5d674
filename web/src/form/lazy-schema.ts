import type { Schema } from 'yup';

/** The part of a schema that a form needs. Every yup schema has it. */
export interface FormSchema<Sent> {
  validate: (values: unknown, options?: object) => Promise<Sent>;
  cast: (values: unknown) => Sent | Promise<Sent>;
}

/**
 * A schema whose code loads after its page: the validation library is most of what a short form's page would load. If
 * it cannot be loaded, everything is valid here, and only the server validates, as it does anyway.
 */
export function lazySchema<Sent>(load: () => Promise<Schema<Sent>>): FormSchema<Sent> {
  const loaded = (): Promise<Schema<Sent> | null> => load().catch(() => null);
  // A successful import is cached; a failed one is retried.
  void loaded();
  let newest: unknown;
  return {
    validate: async (values, options) => {
      newest = values;
      // Validations that waited together may end in any order, so all of them look at what was typed last.
      return (await loaded())?.validate(newest, options) ?? (values as Sent);
    },
    cast: async (values) => (await loaded())?.cast(values) ?? (values as Sent),
  };
}
