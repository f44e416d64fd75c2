import { type Static, type TSchema, Type } from 'typebox'

/** Documentation and production rules of a variable. docs/runbooks/environment.md is generated from it. */
export type VariableInfo = {
  readonly about: string
  /**
   * `own`: we generate the secret, so production requires 32 unpredictable characters. `callback`: it proves who sent a
   * callback, so it must be long. `issued`: a provider issued it. `pin`: always short.
   */
  readonly secret?: 'own' | 'callback' | 'issued' | 'pin'
  /**
   * `provider`: an outside service. `public`: our own address as players and providers reach it. Both must be encrypted
   * and remote in production. `internal`: encrypted unless it is on this machine.
   */
  readonly address?: 'provider' | 'public' | 'internal'
  readonly requiredInProduction?: true
  /** Why production accepts only the default, 0 or false. */
  readonly refusedInProduction?: string
  /** The highest value of a number in production. Tests may go up to the schema's maximum. */
  readonly maxInProduction?: number
}

export type Variable<Value> = VariableInfo & {
  readonly schema: TSchema
  readonly fallback: Value
}

export type Variables = Readonly<Record<string, Variable<unknown>>>
export type Values<Group extends Variables> = {
  readonly [Name in keyof Group]: Group[Name] extends Variable<infer Value> ? Value : never
}
/** The environment before it is checked; empty values are absent. */
export type RawEnvironment = { readonly [name: string]: string | undefined }

/** A variable that is required in every environment, so it has no default. */
export const required = <Schema extends TSchema>(schema: Schema, info: VariableInfo): Variable<Static<Schema>> => ({
  ...info,
  schema,
  requiredInProduction: true,
  fallback: undefined as Static<Schema>,
})

export const optional = <Schema extends TSchema>(
  schema: Schema,
  info: VariableInfo,
): Variable<Static<Schema> | null> => ({
  ...info,
  schema,
  fallback: null,
})

export const withDefault = <Schema extends TSchema>(
  schema: Schema,
  fallback: Static<Schema>,
  info: VariableInfo,
): Variable<Static<Schema>> => ({ ...info, schema, fallback })

export const text = (minLength = 1) => Type.String({ minLength })
export const matching = (pattern: string) => Type.String({ pattern })
export const httpUrl = matching('^https?://.+')
export const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
export const flag = Type.Enum(['0', '1'])

/** The faults of a group of variables that are all required once `first` is set. */
export const missingWith = (given: RawEnvironment, first: string, others: readonly string[]): string[] =>
  given[first] === undefined
    ? []
    : others.filter((name) => given[name] === undefined).map((name) => `${name} is missing: ${first} needs it`)

export const withoutTrailingSlash = (url: string): string => url.replace(/\/$/, '')

export const issuedSecret = (about: string) => optional(text(), { about, secret: 'issued' })

/** The value of a variable; a missing value was already reported as a fault. */
export function checked(value: string | null): string {
  if (value === null) throw new Error('a required variable was not checked')
  return value
}
