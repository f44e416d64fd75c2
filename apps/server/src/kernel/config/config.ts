import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { addressFaults } from './address.ts'
import { databaseConfig, databaseVariables } from './database.ts'
import { gameConfig, gameFaults, gameVariables } from './games.ts'
import { messageConfig, messageFaults, messageVariables } from './messages.ts'
import { mobileMoneyConfig, mobileMoneyConfigErrors, mobileMoneyVariables } from './mobile-money.ts'
import { missingModeFaults, productionFaults } from './production.ts'
import { serverConfig, serverVariables } from './server.ts'
import { storageConfig, storageFaults, storageVariables } from './storage.ts'
import type { RawEnvironment, Values, Variable, Variables } from './variable.ts'

/** All variables of the server by concern. docs/runbooks/environment.md lists them as a table. */
export const ENVIRONMENT = {
  Server: serverVariables,
  Database: databaseVariables,
  'Mobile money': mobileMoneyVariables,
  'SMS, email and web push': messageVariables,
  'Feed, prices and Aviator': gameVariables,
  'Chat images': storageVariables,
} as const

const variables = {
  ...serverVariables,
  ...databaseVariables,
  ...mobileMoneyVariables,
  ...messageVariables,
  ...gameVariables,
  ...storageVariables,
}
type Environment = Values<typeof variables>

const byName: Variables = variables
const names = Object.keys(byName)
const Schema = Type.Object(
  Object.fromEntries(
    Object.entries(byName).map(([name, { schema, fallback }]) => [
      name,
      fallback === null ? Type.Optional(schema) : schema,
    ]),
  ),
)
const environmentCheck = Compile(Schema)

export type Config = ReturnType<typeof configOf>

/** An invalid configuration. Each fault starts with the name of its variable (OPS-08). */
export class ConfigurationFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`Invalid configuration:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'ConfigurationFault'
    this.faults = faults
  }
}

/** Reads and checks the environment. Defaults serve development and tests; production has its own rules. */
export function readConfig(environment: RawEnvironment): Config {
  const given: RawEnvironment = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name, given[name])]))
  const faults = firstOfEach([
    ...addressFaults(given, names),
    ...missingModeFaults(given),
    ...(given['NODE_ENV'] === 'production' ? productionFaults(given, byName) : []),
    ...gameFaults(given),
    ...mobileMoneyConfigErrors(given),
    ...storageFaults(given),
    ...messageFaults(given),
    ...shapeFaults(values),
  ])
  if (faults.length > 0) throw new ConfigurationFault(faults)
  return configOf(values as Environment)
}

function configOf(env: Environment) {
  const server = serverConfig(env)
  const origin = server.publicOrigin ?? `http://127.0.0.1:${server.port}`
  return {
    ...server,
    ...databaseConfig(env),
    ...mobileMoneyConfig(env, origin),
    ...messageConfig(env),
    ...gameConfig(env),
    ...storageConfig(env),
  }
}

function valueOf(name: string, given: string | undefined): unknown {
  const { schema, fallback } = byName[name] as Variable<unknown>
  if (given === undefined) return fallback
  const isInteger = 'type' in schema && schema.type === 'integer' && /^-?\d+$/.test(given)
  return isInteger ? Number(given) : given
}

/** The message names the variable and never shows its value, which may be a secret. */
function shapeFaults(values: Readonly<Record<string, unknown>>): string[] {
  const present = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
  return environmentCheck.Errors(present).flatMap((error) => {
    if (error.keyword === 'required') return error.params.requiredProperties.map((name) => `${name} is missing`)
    return [`${error.instancePath.slice(1)} ${error.message}`]
  })
}

/** Keeps the first fault of each variable, which is the most specific one. */
function firstOfEach(faults: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const fault of faults) {
    const name = fault.split(' ', 1)[0] ?? fault
    if (!first.has(name)) first.set(name, fault)
  }
  return [...first.values()]
}
