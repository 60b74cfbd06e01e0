/** The texts of another language: the same names as in English, and functions of the same values. */
export type Words<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Words<T[K]> };
