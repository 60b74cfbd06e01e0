import { Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { isRefusal } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { RefusalAlert } from './refusal-alert.tsx';

const text = strings.auth;

/** The texts of a form, by the name of the field in the API. */
type Values = Record<string, string>;

interface FieldsOptions<V extends Values> {
  /** In the order of the page: the first wrong one gets the focus. */
  readonly initial: V;
  readonly labels: Readonly<Record<keyof V, string>>;
  /** Those that may stay empty. */
  readonly optional?: readonly (keyof V)[];
  /** What a field must be, beside being there. */
  readonly rules?: { readonly [K in keyof V]?: (value: string) => string | undefined };
  /** Title of a refusal that is about no field. */
  readonly failed?: string;
}

/** One form whose problems, found here or by the API, stand beside their fields and once above all. */
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
  const wrong = Object.keys(initial).filter((name) => form.errors[name]);
  const summary: ReactNode =
    wrong.length > 0 ? (
      <Alert color="red" role="alert" py="xs">
        {text.wrongFields(wrong.map((name) => labels[name] ?? name))}
      </Alert>
    ) : (
      <RefusalAlert error={error} title={failed} />
    );
  return {
    values: form.values,
    set: (name: keyof V & string, value: string): void => form.setFieldValue(name, value as never),
    /** Label, value, error and handlers of one input. */
    input: (name: keyof V & string) => ({ label: labels[name], ...form.getInputProps(name) }),
    /** What stands above the fields. */
    summary,
    /** For `onSubmit`: sends only what is complete. */
    submit: (send: (values: V) => void) =>
      form.onSubmit((values) => {
        setError(null);
        send(values);
      }, focusFirst),
    /** Puts the cursor where something is wrong. */
    focusWrong: (): void => focusFirst(Object.fromEntries(wrong.map((name) => [name, true]))),
    /** Shows what the API said, beside the fields that it names. */
    refuse: (refusal: unknown): void => {
      const issues = isRefusal(refusal) ? (refusal.issues ?? []) : [];
      const errors = Object.fromEntries(
        issues.filter(({ path }) => path in initial).map(({ path, message }) => [path, capitalized(message)]),
      );
      setError(refusal);
      form.setErrors(errors);
      focusFirst(errors);
    },
  };
}

function problemOf(name: string, value: string, label: string): string | undefined {
  if (!value.trim()) return text.missing(label);
  // Only what is certainly none: which addresses exist is found out by a mail.
  if (name === 'email' && !/^\S+@\S+$/.test(value.trim())) return text.noEmail;
  return undefined;
}

const capitalized = (message: string): string => message.slice(0, 1).toUpperCase() + message.slice(1);
