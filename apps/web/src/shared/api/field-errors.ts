import type { ApiError } from './errors.ts'

type Texts = { readonly [field: string]: string }

export const fieldErrors = ({ errors }: ApiError): Texts =>
  Object.fromEntries(errors.map(({ path, message }) => [path.replace(/^.*[/.]/, ''), message]))

/** Texts of invalid fields by full path, such as `matches.1.awayTeam`, for a form with rows. */
export const pathErrors = ({ errors }: ApiError): Texts =>
  Object.fromEntries(errors.map(({ path, message }) => [path, message]))
