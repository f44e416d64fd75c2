import type { MobileMoneyOptions } from './options.ts'

type Environment = Readonly<Record<string, string | undefined>>

const DEFAULT_PORT = 3101

function required(environment: Environment, name: string): string {
  const value = environment[name]
  if (value === undefined || value === '')
    throw new Error(`${name} is missing: the mobile-money simulator must share it with the server`)
  return value
}

function wholeNumber(environment: Environment, name: string): number | undefined {
  const value = environment[name]
  if (value === undefined || value === '') return undefined
  if (!/^\d+$/.test(value)) throw new Error(`${name} must be a whole number, not ${value}`)
  return Number(value)
}

/** MONEY_PORT, then SIM_PORT, then 3101. */
export function readMoneyEnvironment(environment: Environment): MobileMoneyOptions {
  const approveAfterMs = wholeNumber(environment, 'MONEY_APPROVE_AFTER_MS')
  const webhookUrl = environment['WEBHOOK_URL']
  return {
    apiKey: required(environment, 'RELWORX_API_KEY'),
    accountNo: required(environment, 'RELWORX_ACCOUNT_NO'),
    webhookKey: required(environment, 'RELWORX_WEBHOOK_KEY'),
    webhookUrl: webhookUrl === undefined || webhookUrl === '' ? null : webhookUrl,
    callbackOrigin: environment['CALLBACK_ORIGIN'] || null,
    host: environment['SIM_HOST'] ?? '127.0.0.1',
    port: wholeNumber(environment, 'MONEY_PORT') ?? wholeNumber(environment, 'SIM_PORT') ?? DEFAULT_PORT,
    limitRequests: environment['MONEY_LIMIT_REQUESTS'] !== 'off',
    journal: environment['MONEY_JOURNAL'] || null,
    ...(approveAfterMs === undefined ? {} : { approveAfterMs }),
  }
}
