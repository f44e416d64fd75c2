import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataFolder } from './folders.ts'
import { generateVapidKeys } from './vapid-keys.ts'

const names = [
  'SESSION_SECRET',
  'PERSONAL_DATA_KEY',
  'PRICE_KEY',
  'AVIATOR_KEY',
  'RELWORX_API_KEY',
  'RELWORX_ACCOUNT_NO',
  'RELWORX_WEBHOOK_KEY',
  'APIFOOTBALL_KEY',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'ALERT_WEBHOOK_SECRET',
] as const

export type Secrets = Readonly<Record<(typeof names)[number], string>>

/**
 * This clone's secrets, generated once and stored, so that sessions survive a restart. The environment overrides them.
 */
export function readSecrets(): Secrets {
  const file = join(dataFolder, 'secrets.json')
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const vapid: Readonly<Record<string, string>> = generateVapidKeys()
  const generate = (name: (typeof names)[number]): string => vapid[name] ?? randomBytes(32).toString('hex')
  const rows = names.map((name) => [name, stored[name] ?? generate(name)] as const)
  if (rows.some(([name]) => stored[name] === undefined)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`, { mode: 0o600 })
  }
  return Object.fromEntries(rows.map(([name, value]) => [name, process.env[name] ?? value])) as Secrets
}
