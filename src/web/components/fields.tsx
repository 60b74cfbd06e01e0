import { Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { isApiError } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { ErrorAlert } from './error-alert.tsx';

const text = strings.auth;

/** The values of a form, by the name of the field in the API. */
type Values = Record<string, string>;

interface FieldsOptions<V extends Values> {
  /** In the order of the page: the first invalid field is focused. */
  readonly initial: V;
  readonly labels: Readonly<Record<keyof V, string>>;
  /** Fields that may be empty. */
  readonly optional?: readonly (keyof V)[];
  /** Checks beyond being filled in; each returns what is wrong. */
  readonly rules?: { readonly [K in keyof V]?: (value: string) => string | undefined };
  /** Title of an error that is not about a field. */
  readonly failed?: string;
}

/** A form that shows problems, its own and the API's, beside their fields and in a summary above them. */
export function useFields<V extends Values>({
  initial,
  labels,
  optional = [],
  rules = {},
  failed,
}: FieldsOptions<V>) {
  const [error, setError] = useState<unknown>(null);
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => {
          const problem = problemOf(name, value, labels[name] ?? name) ?? rules[name]?.(value);
          return problem && (value || !optional.includes(name)) ? [[name, problem]] : [];
        }),
      ),
  });
  const focusFirst = (errors: object): void => {
    const first = Object.keys(initial).find((name) => name in errors);
    if (first) form.getInputNode(first)?.focus();
  };
  const invalid = Object.keys(initial).filter((name) => form.errors[name]);
  const summary: ReactNode =
    invalid.length > 0 ? (
      <Alert color="red" role="alert" py="xs">
        {text.wrongFields(invalid.map((name) => labels[name] ?? name))}
      </Alert>
    ) : (
      <ErrorAlert error={error} title={failed} />
    );
  return {
    values: form.values,
    set: (name: keyof V & string, value: string): void => form.setFieldValue(name, value as never),
    /** Label, value, error and handlers of one input. */
    input: (name: keyof V & string) => ({ label: labels[name], ...form.getInputProps(name) }),
    /** Shown above the fields. */
    summary,
    /** For `onSubmit`: calls `send` if every field is valid. */
    submit: (send: (values: V) => void) =>
      form.onSubmit((values) => {
        setError(null);
        send(values);
      }, focusFirst),
    /** Focuses the first invalid field. */
    focusInvalid: (): void => focusFirst(Object.fromEntries(invalid.map((name) => [name, true]))),
    /** For `onError`: shows an error of the API beside the fields that it names. */
    showError: (cause: unknown): void => {
      const issues = isApiError(cause) ? (cause.issues ?? []) : [];
      const errors = Object.fromEntries(
        issues
          .filter(({ path }) => path in initial)
          .map((issue) => [issue.path, strings.common.issue(issue)]),
      );
      setError(cause);
      form.setErrors(errors);
      focusFirst(errors);
    },
  };
}

function problemOf(name: string, value: string, label: string): string | undefined {
  if (!value.trim()) return text.missing(label);
  // Only what is certainly wrong: an email proves the rest.
  if (name === 'email' && !/^\S+@\S+$/.test(value.trim())) return text.noEmail;
  return undefined;
}
