/** One fault that the compiled schema found. */
export type SchemaFault = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
}

/** What a text of each form is written like; a pattern of the contract without words fails the test beside this file. */
export const PATTERN_WORDS: { readonly [pattern: string]: string } = {
  '^\\d{4}-\\d{2}-\\d{2}$': 'must be a day written as year-month-day, for example 2026-11-23',
  '^[0-9a-f]*$': 'must hold only the digits 0 to 9 and the letters a to f',
  '^[0-9a-f]{160}$': 'must be 160 characters, each a digit or a letter from a to f',
  '^[1-9][0-9]{0,14}$': 'must be a whole number above 0',
  '^[a-z.-]+$': 'must hold only small letters, points and hyphens',
}

const TYPE_WORDS: { readonly [type: string]: string } = {
  string: 'must be a text',
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be yes or no (true or false)',
  array: 'must be a list',
  object: 'must be a group of fields',
}

const plain = (limit: unknown): string => Number(limit).toLocaleString('en-UG')
const characters = (count: unknown): string => (count === 1 ? '1 character' : `${plain(count)} characters`)

/**
 * What to write instead, for whoever filled the field in: "must be 1 or more". It is read behind the field's name.
 * null: another fault of the same field says it.
 */
export function wordsOf({ keyword, params }: SchemaFault): string | null {
  const { limit, type, pattern, multipleOf, allowedValues, allowedValue } = params as Readonly<Record<string, unknown>>
  switch (keyword) {
    case 'minimum':
      return `must be ${plain(limit)} or more`
    case 'maximum':
      return `must be ${plain(limit)} or less`
    case 'exclusiveMinimum':
      return `must be more than ${plain(limit)}`
    case 'exclusiveMaximum':
      return `must be less than ${plain(limit)}`
    case 'multipleOf':
      return `must be a multiple of ${plain(multipleOf)}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${characters(limit)}`
    case 'maxLength':
      return `must have at most ${characters(limit)}`
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${plain(limit)} entries`
    case 'maxItems':
      return `must have at most ${limit === 1 ? '1 entry' : `${plain(limit)} entries`}`
    case 'uniqueItems':
      return 'must not name the same thing twice'
    case 'pattern':
      return PATTERN_WORDS[String(pattern)] ?? 'is not written as it is expected'
    case 'enum':
      return `must be one of ${(allowedValues as readonly unknown[]).join(', ')}`
    case 'const':
      return `must be ${String(allowedValue)}`
    case 'type':
      // That it may also be empty is no help to somebody who wrote something.
      return type === 'null' ? null : (TYPE_WORDS[String(type)] ?? 'is not of the expected kind')
    case 'anyOf':
    case 'oneOf':
      return null
    default:
      return 'is not written as it is expected'
  }
}

/** The words for all faults of one field: choices are told as one list, anything else by its first fault. */
export function wordsOfField(faults: readonly SchemaFault[]): string | null {
  const choices = faults.flatMap(({ keyword, params }) =>
    keyword === 'const' ? [String((params as { allowedValue?: unknown }).allowedValue)] : [],
  )
  if (choices.length > 1) return `must be one of ${choices.join(', ')}`
  for (const fault of faults) {
    const words = wordsOf(fault)
    if (words !== null) return words
  }
  return null
}
