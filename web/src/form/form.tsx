import styled from '@emotion/styled';
import { MESSAGES } from '@fairmark/contract';
import { FormikProvider, useFormik, useFormikContext } from 'formik';
import type { FormikHelpers, FormikProps, FormikValues } from 'formik';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useBlocker } from 'react-router-dom';
import type { Schema } from 'yup';
import { ApiError, hasCode, messageOf } from '../api/call/errors.js';
import { session } from '../api/call/session.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/overlays/dialogs.js';
import { Stack, StackForm } from '../ui/page-parts.js';

/** The part of a schema that a form needs, and every yup schema has. `validate` resolves to what to send. */
interface FormSchema<Sent> {
  validate: (values: unknown, options?: object) => Promise<Sent>;
}

interface FormProps<Typed extends FormikValues, Sent extends FormikValues> {
  /** Read once: mount the form when its data is loaded, with their id as `key`. */
  initialValues: Typed;
  schema: FormSchema<Sent>;
  /** Submits the trimmed values. If it throws, the error is shown and the input stays. */
  onSubmit: (values: Sent) => Promise<unknown>;
  submitLabel: string;
  children: ReactNode;
  /** What to do after a refusal, by its code; shown with it. */
  refusals?: Partial<Record<ApiError['code'], ReactNode>>;
  after?: ReactNode;
  /** Whether complete values can be submitted as they are: filled in by the page before, or sent already. */
  repeatable?: boolean;
}

const Foot = styled(Stack)`
  /* Links that do not look like buttons: large enough for a thumb. */
  & a:not([data-kind]) {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    font-weight: 600;
  }
`;

/**
 * A form whose button is enabled once something was changed and everything is valid. Until then the Tab key reaches
 * it too, and a press goes to the first field with an error.
 */
export function Form<Typed extends FormikValues, Sent extends FormikValues>(props: FormProps<Typed, Sent>) {
  const { initialValues, schema, onSubmit, submitLabel, children, refusals = {}, after, repeatable = false } = props;
  const [refused, refuse] = useState<unknown>(null);
  const action = refused instanceof ApiError ? refusals[refused.code] : undefined;
  const box = useRef<HTMLFormElement>(null);
  const submit = async (typed: Typed, { resetForm, setFieldError }: FormikHelpers<Typed>): Promise<void> => {
    refuse(null);
    try {
      await onSubmit(await schema.validate(typed));
      if (!repeatable) resetForm({ values: typed });
    } catch (error) {
      const reasons = hasCode(error, 'INVALID_INPUT') ? Object.entries(error.details) : [];
      const ofFields = reasons.filter(([name, text]) => Object.hasOwn(typed, name) && typeof text === 'string');
      // All fields show their errors, because sending counts as a visit to each.
      for (const [name, text] of ofFields) setFieldError(name, String(text));
      if (ofFields.length === 0 || ofFields.length < reasons.length) refuse(error);
    }
  };
  // On mount too: a required field may be left empty before anything has changed.
  const form = useFormik({ initialValues, validationSchema: schema, onSubmit: submit, validateOnMount: true });
  // After an attempt, focus the first field that the page or the server refused.
  useEffect(() => {
    if (form.isSubmitting) return;
    const error = box.current?.querySelector('[data-kind="error"]');
    error?.parentElement?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [form.isSubmitting]);
  const ready = form.dirty || (repeatable && !Object.values(form.values).includes(''));
  const missing = ready ? missingOf(form) : undefined;
  // Enter goes to the next field where a phone's key says so. On iPhones it would send, which marks all that is missing.
  const goOn = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || (ready && form.isValid)) return;
    const fields = [...(box.current?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])];
    const at = fields.findIndex((field) => field === event.target && field.getAttribute('enterkeyhint') === 'next');
    if (at === -1) return;
    event.preventDefault();
    fields[at + 1]?.focus();
  };
  return (
    <FormikProvider value={form}>
      <StackForm
        gap={5}
        ref={box}
        noValidate
        // Valid but unchanged, there is nothing to send; otherwise a press shows and focuses what is missing.
        onSubmit={(event) => (ready || !form.isValid ? form.handleSubmit(event) : event.preventDefault())}
        onKeyDown={goOn}
        aria-busy={form.isSubmitting || undefined}
      >
        {children}
        <Foot as="div" gap={3}>
          {refused !== null && <Banner kind="danger" title={messageOf(refused)} action={action} />}
          <Button type="submit" size="large" wide busy={form.isSubmitting} aria-disabled={!(ready && form.isValid)}>
            {submitLabel}
          </Button>
          {missing !== undefined && <small style={{ textAlign: 'center' }}>{missing}</small>}
          {after}
        </Foot>
      </StackForm>
    </FormikProvider>
  );
}

/** The first error of a field not visited yet, if it names the field; visited fields show their own. */
function missingOf<Typed>({ errors, getFieldMeta }: FormikProps<Typed>): string | undefined {
  const fields = Object.keys(errors).map((name) => getFieldMeta(name));
  const error = fields.find(({ touched }) => !touched)?.error;
  return error === MESSAGES.required ? undefined : error;
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
  };
}

/** Asks before leaving a form with unsaved changes, unless the golfer has saved or is signed out. */
export function UnsavedGuard({ saved }: { saved: RefObject<boolean> }) {
  const unsaved = useFormikContext().dirty;
  const blocker = useBlocker(() => unsaved && !saved.current && session() !== null);
  const roundStarted: unknown = blocker.location?.state?.roundStarted;
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      onOpenChange={() => blocker.reset?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
      danger
    >
      <p>{roundStarted !== undefined && 'Your round has started. '}Your changes have not been saved.</p>
    </Confirm>
  );
}
