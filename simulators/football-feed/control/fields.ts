import type { Score } from '../season/match.ts'

/** An invalid control request. Its message is returned to the test. */
export class InvalidRequest extends Error {}

/** Typed access to the fields of a control request. */
export interface Fields {
  text(name: string): string | undefined
  number(name: string): number | undefined
  flag(name: string): boolean
  oneOf<const T extends string>(name: string, options: readonly T[]): T | undefined
  score(home: string, away: string): Score | undefined
  list(name: string): readonly unknown[] | undefined
  record(name: string): Readonly<Record<string, unknown>> | undefined
  must<T>(name: string, value: T | undefined): T
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (request: unknown): Fields => {
  if (!isRecord(request)) throw new InvalidRequest('a control request must be a JSON object')
  const expect = <T>(name: string, kind: string, fits: (value: unknown) => value is T): T | undefined => {
    const value = request[name]
    if (value === undefined || value === null) return undefined
    if (!fits(value)) throw new InvalidRequest(`${name} must be ${kind}`)
    return value
  }
  const fields: Fields = {
    text: (name) => expect(name, 'a text', (value): value is string => typeof value === 'string'),
    number: (name) =>
      expect(name, 'a number of at least 0', (value): value is number => typeof value === 'number' && value >= 0),
    flag: (name) => expect(name, 'true or false', (value): value is boolean => typeof value === 'boolean') ?? false,
    oneOf: <const T extends string>(name: string, options: readonly T[]) =>
      expect(name, `one of ${options.join(', ')}`, (value): value is T => options.some((option) => option === value)),
    score: (home, away) => {
      const goals = { home: fields.number(home), away: fields.number(away) }
      if (goals.home === undefined && goals.away === undefined) return undefined
      return { home: fields.must(home, goals.home), away: fields.must(away, goals.away) }
    },
    list: (name) => expect(name, 'a list', (value): value is readonly unknown[] => Array.isArray(value)),
    record: (name) => expect(name, 'an object', isRecord),
    must: (name, value) => {
      if (value === undefined) throw new InvalidRequest(`${name} is missing`)
      return value
    },
  }
  return fields
}
