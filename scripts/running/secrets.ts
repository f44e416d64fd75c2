import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataFolder } from './folders.ts'
import { drawVapidKeys } from './vapid-keys.ts'

const names = [
  'SESSION_SECRET',
  'PRICE_KEY',
  'AVIATOR_KEY',
  'RELWORX_API_KEY',
  'RELWORX_ACCOUNT_NO',
  'RELWORX_WEBHOOK_KEY',
  'APIFOOTBALL_KEY',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
] as const

export type Secrets = Readonly<Record<(typeof names)[number], string>>

/** This clone's own secrets, drawn once and kept, so that sessions outlive a restart. Those of the environment go first. */
export function readSecrets(): Secrets {
  const file = join(dataFolder, 'secrets.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const vapid: Readonly<Record<string, string>> = drawVapidKeys()
  const draw = (name: (typeof names)[number]): string => vapid[name] ?? randomBytes(32).toString('hex')
  const rows = names.map((name) => [name, kept[name] ?? draw(name)] as const)
  if (rows.some(([name]) => kept[name] === undefined)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`, { mode: 0o600 })
  }
  return Object.fromEntries(rows.map(([name, value]) => [name, process.env[name] ?? value])) as Secrets
}
