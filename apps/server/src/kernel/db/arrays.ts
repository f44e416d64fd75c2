/**
 * Columns of a batch as PostgreSQL's texts of arrays. The driver writes an array element by element, each tested and
 * quoted; a batch has a thousand of them.
 */

type Plain = string | number | bigint

/** Values whose texts need no quotes: ids that were checked, numbers. */
export const plainArray = (values: readonly Plain[]): string => `{${values.join(',')}}`

/** Texts of any content. */
export function textArray(values: readonly string[]): string {
  return `{${values.map(quoted).join(',')}}`
}

/** The same where some are missing. */
export const optionalArray = (values: readonly (Plain | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(String(value)))).join(',')}}`

const SPECIAL = /["\\]/
const quoted = (text: string): string =>
  SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`
