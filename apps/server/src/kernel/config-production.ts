import { readAddress } from './config-addresses.ts'
import { neededByFeed } from './config-football-feed.ts'

/** Without these production does not start (OPS-08). */
const REQUIRED = [
  'DATABASE_URL',
  'SESSION_SECRET',
  'PRICE_KEY',
  'AVIATOR_KEY',
  'PUBLIC_ORIGIN',
  'RELWORX_BASE_URL',
  'RELWORX_API_KEY',
  'RELWORX_ACCOUNT_NO',
  'RELWORX_WEBHOOK_KEY',
  'RELWORX_WEBHOOK_URL',
  'AFRICASTALKING_URL',
  'AFRICASTALKING_USERNAME',
  'AFRICASTALKING_API_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  // 0 behind a proxy would make one address of all visitors, and too many would believe theirs.
  'TRUST_PROXY',
]
const SECRETS = [
  'SESSION_SECRET',
  'PRICE_KEY',
  'AVIATOR_KEY',
  'RELWORX_API_KEY',
  'RELWORX_WEBHOOK_KEY',
  'MTN_COLLECTION_SUBSCRIPTION_KEY',
  'MTN_COLLECTION_KEY',
  'MTN_DISBURSEMENT_SUBSCRIPTION_KEY',
  'MTN_DISBURSEMENT_KEY',
  'MTN_CALLBACK_KEY',
  'AIRTEL_CLIENT_SECRET',
  'AIRTEL_CALLBACK_KEY',
  'AFRICASTALKING_API_KEY',
  'APIFOOTBALL_KEY',
  'API_FOOTBALL_KEY',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
]
/** Secrets that we choose ourselves, and so can demand a length of. */
const OWN_SECRETS = ['SESSION_SECRET', 'PRICE_KEY', 'AVIATOR_KEY', 'MTN_CALLBACK_KEY']
const PROVIDERS = [
  'RELWORX_BASE_URL',
  'MTN_BASE_URL',
  'AIRTEL_BASE_URL',
  'APIFOOTBALL_URL',
  'APIFOOTBALL_PUSH_URL',
  'API_FOOTBALL_URL',
  'AFRICASTALKING_URL',
  'SMTP_URL',
]
/**
 * Of others, over networks of others: our keys, orders to pay, codes and images of players go there, or come from there. A
 * proxy or a store of our own may be on this machine, where nobody reads along.
 */
const ENCRYPTED = [...PROVIDERS, 'RELWORX_PROXY_URL', 'RELWORX_WEBHOOK_URL', 'MTN_CALLBACK_URL', 'S3_ENDPOINT']
const DATABASES = ['DATABASE_URL', 'DATABASE_ADMIN_URL']
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1\]?)$/
const GUESSABLE =
  /^(development-|test-|demo-|changeme|change-me|secret|password|postgres|mupiira|admin|123456|0+$|x+$)/i

/** Why an environment may not serve real money; every fault names its variable and shows no value. */
export function productionFaults(given: { readonly [name: string]: string | undefined }): string[] {
  const faults: string[] = []
  for (const name of [...REQUIRED, ...neededByFeed(given['FOOTBALL_FEED'])])
    if (given[name] === undefined) faults.push(`${name} is missing: production needs it`)
  if (servesPages(given['ROLES']) && given['WEB_DIST'] === undefined)
    faults.push('WEB_DIST is missing: a node with the role http serves the web app')
  if (given['STORAGE_DIR'] === undefined && given['S3_ENDPOINT'] === undefined)
    faults.push('STORAGE_DIR is missing: production keeps images in a folder of its own, or in a bucket (S3_ENDPOINT)')
  for (const name of SECRETS) {
    if (GUESSABLE.test(given[name] ?? '')) faults.push(`${name} is a default or guessable value`)
  }
  for (const name of OWN_SECRETS) {
    if ((given[name] ?? ' '.repeat(32)).length < 32)
      faults.push(`${name} must have at least 32 characters in production`)
  }
  for (const name of PROVIDERS) {
    if (LOOPBACK.test(hostOf(given[name]))) faults.push(`${name} points at a simulator on this machine`)
  }
  for (const name of ENCRYPTED) {
    if (!LOOPBACK.test(hostOf(given[name])) && isPlain(given[name]))
      faults.push(`${name} must be encrypted in production (https, wss, smtps, or smtp with ?requireTLS=true)`)
  }
  for (const name of DATABASES) {
    if (isDefaultPassword(given[name])) faults.push(`${name} has no password, or a default one`)
  }
  if (given['DEMO'] === '1' || given['DEMO'] === 'true') faults.push('DEMO is set: production has no demo money')
  if (given['HANDSET_URL'] !== undefined) faults.push('HANDSET_URL is set: the handset belongs to a simulator')
  if (given['BEACON_URL'] !== undefined) faults.push('BEACON_URL is set: in production two admins enter a block')
  if (given['PUSH_SIMULATOR_URL'] !== undefined) faults.push('PUSH_SIMULATOR_URL is set: production sends to browsers')
  if (given['CLOCK_FILE'] !== undefined) faults.push('CLOCK_FILE is set: production has the real time only')
  if ((given['RATE_LIMIT_FACTOR'] ?? '1') !== '1')
    faults.push('RATE_LIMIT_FACTOR is set: production has the limits of the interface')
  if (given['PUBLIC_ORIGIN']?.startsWith('http://')) faults.push('PUBLIC_ORIGIN must be https in production')
  return faults
}

const servesPages = (roles: string | undefined): boolean => roles === undefined || roles.split(',').includes('http')

function hostOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).hostname : ''
}

/** Mail may begin as plain text where what follows may not. */
function isPlain(given: string | undefined): boolean {
  const address = given !== undefined && URL.canParse(given) ? new URL(given) : null
  if (address?.protocol === 'smtp:') return address.searchParams.get('requireTLS') !== 'true'
  return address?.protocol === 'http:' || address?.protocol === 'ws:'
}

function isDefaultPassword(given: string | undefined): boolean {
  const read = given === undefined ? null : readAddress(given)
  if (read === null) return false
  const { username, searchParams } = read.address
  // Over a local socket or with a client certificate there is no password to guess.
  if (searchParams.has('sslcert') || (searchParams.get('host') ?? '').startsWith('/')) return false
  return read.password === '' || read.password === username || GUESSABLE.test(read.password)
}
