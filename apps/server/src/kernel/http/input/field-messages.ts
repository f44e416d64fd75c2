/** One error of the compiled schema. */
export type SchemaFault = {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
}

/** The message for each pattern of the contract. A test fails if a pattern has no message. */
export const PATTERN_MESSAGES: { readonly [pattern: string]: string } = {
  '^\\d{4}-\\d{2}-\\d{2}$': 'must be a day written as year-month-day, for example 2026-11-23',
  '^(3h|[0-9]{4}-[0-9]{2}-[0-9]{2})$': 'must be 3h, or a day written as year-month-day, for example 2026-11-23',
  '^[0-9a-f]*$': 'must contain only the digits 0 to 9 and the letters a to f',
  '^[0-9a-f]{160}$': 'must be 160 characters, each a digit or a letter from a to f',
  '^[1-9][0-9]{0,14}$': 'must be a whole number above 0',
  '^[a-z.-]+$': 'must contain only lower-case letters, dots and hyphens',
  '^\\d{6}$': 'must be the six digits of the code',
  '\\S': 'must not be blank',
  '\\S[\\s\\S]+\\S': 'must have at least 3 characters, without the spaces before and after',
}

const TYPE_MESSAGES: { readonly [type: string]: string } = {
  string: 'must be text',
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be yes or no (true or false)',
  array: 'must be a list',
  object: 'must be a group of fields',
}

const plain = (limit: unknown): string => Number(limit).toLocaleString('en-UG')
const characters = (count: unknown): string => (count === 1 ? '1 character' : `${plain(count)} characters`)

/**
 * The correction shown after the field's name, for example "must be 1 or more". Null if another error of the same
 * field covers it.
 */
export function messageOf({ keyword, params }: SchemaFault): string | null {
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
      return 'must not contain duplicates'
    case 'pattern':
      return PATTERN_MESSAGES[String(pattern)] ?? 'has an invalid format'
    case 'enum':
      return `must be one of ${(allowedValues as readonly unknown[]).join(', ')}`
    case 'const':
      return `must be ${String(allowedValue)}`
    case 'type':
      return type === 'null' ? null : (TYPE_MESSAGES[String(type)] ?? 'has the wrong type')
    case 'anyOf':
    case 'oneOf':
      return null
    default:
      return 'has an invalid format'
  }
}

/** The message for all errors of one field: all allowed values as one list, otherwise the first error. */
export function fieldMessage(faults: readonly SchemaFault[]): string | null {
  const choices = faults.flatMap(({ keyword, params }) =>
    keyword === 'const' ? [String((params as { allowedValue?: unknown }).allowedValue)] : [],
  )
  if (choices.length > 1) return `must be one of ${choices.join(', ')}`
  for (const fault of faults) {
    const message = messageOf(fault)
    if (message !== null) return message
  }
  return null
}
