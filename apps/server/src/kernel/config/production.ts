import { readAddress, type ReadAddress } from './address.ts'
import type { RawEnvironment, Variables } from './variable.ts'

const OWN_SECRET_LENGTH = 32
const CALLBACK_KEY_LENGTH = 16
const ISSUED_SECRET_LENGTH = 8
const DATABASES = ['DATABASE_URL', 'DATABASE_ADMIN_URL'] as const
/** `pg` verifies the certificate in these modes; in others it falls back to plain text or accepts any certificate. */
const VERIFIED_TLS = ['require', 'verify-ca', 'verify-full']
const GUESSABLE =
  /^(development-|test-|demo-|changeme|change-me|secret|password|postgres|mupiira|admin|123456|0+$|x+$)/i
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1?\]?)$/i

/**
 * The reasons why an environment must not serve real money (OPS-08). Each fault starts with the name of its variable
 * and never shows a value.
 */
export function productionFaults(given: RawEnvironment, variables: Variables): string[] {
  return [
    ...missing(given, variables),
    ...Object.keys(variables).flatMap((name) => variableFault(name, given, variables) ?? []),
    ...equalSecrets(given, variables),
  ]
}

/** Without `NODE_ENV` a node uses the development secrets, so it must not serve the public. */
export function missingModeFaults(given: RawEnvironment): string[] {
  const origin = given['PUBLIC_ORIGIN'] ?? ''
  const isPublic = origin.startsWith('https:') && URL.canParse(origin) && !LOOPBACK.test(new URL(origin).hostname)
  return given['NODE_ENV'] === undefined && isPublic
    ? ['NODE_ENV is missing: a node with a public https origin must run as production']
    : []
}

function missing(given: RawEnvironment, variables: Variables): string[] {
  const required = Object.keys(variables).filter((name) => variables[name]?.requiredInProduction)
  const faults = required
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is missing: production needs it`)
  if ((given['ROLES'] ?? 'http').split(',').includes('http') && given['WEB_DIST'] === undefined)
    faults.push('WEB_DIST is missing: a node with the role http serves the web app')
  if (given['STORAGE_DIR'] === undefined && given['S3_ENDPOINT'] === undefined)
    faults.push('STORAGE_DIR is missing: production keeps images in a folder, or in a bucket (S3_ENDPOINT)')
  return faults
}

function variableFault(name: string, given: RawEnvironment, variables: Variables): string | null {
  const value = given[name]
  const facts = variables[name]
  if (value === undefined || facts === undefined) return null
  const { secret, address, refusedInProduction: refused, maxInProduction, fallback } = facts
  if (name === 'NODE_OPTIONS') return value.includes('--inspect') ? `${name} opens the debugger` : null
  if (name === 'LOG_LEVEL') return value === 'trace' ? `${name} writes personal data to the log` : null
  if (name === 'NODE_TLS_REJECT_UNAUTHORIZED') return value === '0' ? `${name} is off: ${refused}` : null
  if (refused !== undefined)
    return ['0', 'false', String(fallback)].includes(value) ? null : `${name} is set: ${refused}`
  if (maxInProduction !== undefined)
    return Number(value) > maxInProduction ? `${name} must be at most ${maxInProduction} in production` : null
  if (secret !== undefined) return secretFault(name, value, secret)
  if (address !== undefined) return addressFault(name, value, address)
  return DATABASES.some((each) => each === name) ? databaseFault(name, value) : null
}

function secretFault(name: string, value: string, secret: 'own' | 'callback' | 'issued' | 'pin'): string | null {
  if (secret === 'pin') return null
  if (GUESSABLE.test(value)) return `${name} is a default or guessable value`
  const minLength = { own: OWN_SECRET_LENGTH, callback: CALLBACK_KEY_LENGTH, issued: ISSUED_SECRET_LENGTH }[secret]
  if (value.length < minLength) return `${name} must have at least ${minLength} characters in production`
  return isPredictable(value) ? `${name} is predictable: generate it with openssl rand -hex 32` : null
}

/**
 * Few different characters, a repeated short text, or a sequence such as abcdef… do not come from a random
 * source.
 */
export function isPredictable(secret: string): boolean {
  if (new Set(secret).size < Math.min(8, secret.length / 2)) return true
  if (`${secret}${secret}`.indexOf(secret, 1) < secret.length) return true
  const steps = Array.from(secret.slice(1), (_, at) => secret.charCodeAt(at + 1) - secret.charCodeAt(at))
  return steps.filter((step) => step === 1 || step === -1).length > steps.length / 2
}

function addressFault(name: string, value: string, kind: 'provider' | 'public' | 'internal'): string | null {
  const address = URL.canParse(value) ? new URL(value) : null
  if (address === null) return null
  if (LOOPBACK.test(address.hostname)) {
    if (kind === 'internal') return null
    return kind === 'provider'
      ? `${name} points at a simulator on this machine`
      : `${name} is on this machine: other machines cannot reach it`
  }
  return isPlain(address)
    ? `${name} must be encrypted in production (https, wss, rediss, smtps, or smtp with ?requireTLS=true)`
    : null
}

/** Mail over `smtp://` is accepted only if TLS is required afterwards. */
function isPlain({ protocol, searchParams }: URL): boolean {
  if (protocol === 'smtp:') return searchParams.get('requireTLS') !== 'true'
  return protocol === 'http:' || protocol === 'ws:' || protocol === 'redis:'
}

function databaseFault(name: string, value: string): string | null {
  const read = readAddress(value)
  if (read === null) return null
  if (read.address.username === 'postgres') return `${name} logs in as the superuser postgres`
  if (hasDefaultPassword(read)) return `${name} has no password, or a default one`
  return isRemoteWithoutTls(read) ? `${name} is remote and needs sslmode=verify-full` : null
}

const hostOf = ({ address }: ReadAddress): string => address.searchParams.get('host') ?? address.hostname
const isSocket = (read: ReadAddress): boolean => hostOf(read).startsWith('/')

function hasDefaultPassword(read: ReadAddress): boolean {
  // A local socket or a client certificate needs no password.
  if (read.address.searchParams.has('sslcert') || isSocket(read)) return false
  return read.password === '' || read.password === read.address.username || GUESSABLE.test(read.password)
}

function isRemoteWithoutTls(read: ReadAddress): boolean {
  if (isSocket(read) || LOOPBACK.test(hostOf(read))) return false
  const { searchParams } = read.address
  const mode = searchParams.get('sslmode') ?? ''
  // With `uselibpqcompat`, `require` accepts any certificate.
  const acceptsAnyCertificate = searchParams.get('uselibpqcompat') === 'true' && mode === 'require'
  return acceptsAnyCertificate || !VERIFIED_TLS.includes(mode)
}

/** Secrets must differ, so that one leaked secret does not open a second system. Database passwords count too. */
function equalSecrets(given: RawEnvironment, variables: Variables): string[] {
  const names = Object.keys(variables).filter((name) => variables[name]?.secret !== undefined)
  const secrets = names.map((name) => ({ name, value: given[name] ?? '' }))
  const databases = DATABASES.map((name) => ({ name, read: readAddress(given[name] ?? '') }))
  const [application, owner] = databases
  const isOneLogin = application?.read?.address.username === owner?.read?.address.username
  for (const { name, read } of isOneLogin ? databases.slice(0, 1) : databases)
    secrets.push({ name, value: read?.password ?? '' })
  return secrets.flatMap(({ name, value }, at) => {
    const first = value === '' ? undefined : secrets.slice(0, at).find((other) => other.value === value)
    return first === undefined ? [] : [`${name} has the same secret as ${first.name}`]
  })
}
