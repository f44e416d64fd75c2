import { createECDH } from 'node:crypto'
import {
  type RawEnvironment,
  httpUrl,
  matching,
  missingWith,
  optional,
  text,
  type Values,
  withDefault,
} from './variable.ts'

export const messageVariables = {
  AFRICASTALKING_URL: withDefault(httpUrl, 'http://127.0.0.1:4030/version1/messaging', {
    about: 'Address of the SMS gateway: `https://api.africastalking.com/version1/messaging`',
    address: 'provider',
    requiredInProduction: true,
  }),
  AFRICASTALKING_USERNAME: withDefault(text(), 'sandbox', {
    about: 'User name at the gateway',
    requiredInProduction: true,
  }),
  AFRICASTALKING_API_KEY: withDefault(text(), 'development-sms-key', {
    about: 'API key from the gateway',
    secret: 'issued',
    requiredInProduction: true,
  }),
  AFRICASTALKING_SENDER: optional(text(), { about: 'Registered sender id, if there is one' }),
  SMTP_URL: withDefault(matching('^smtps?://.+'), 'smtp://127.0.0.1:4031', {
    about: 'Email: `smtps://user:password@host:465`, or `smtp://…:587?requireTLS=true`',
    address: 'provider',
    requiredInProduction: true,
  }),
  MAIL_FROM: withDefault(text(3), 'Mupiira <no-reply@mupiira.example>', {
    about: 'Sender of emails',
    requiredInProduction: true,
  }),
  VAPID_PUBLIC_KEY: optional(matching('^[\\w-]{87}$'), {
    about: 'Web push (RFC 8292): the key pair that identifies us to push services',
    requiredInProduction: true,
  }),
  VAPID_PRIVATE_KEY: optional(matching('^[\\w-]{43}$'), {
    about: 'Private key of that pair',
    secret: 'issued',
    requiredInProduction: true,
  }),
  // Apple's push service rejects messages if the host of the VAPID subject is localhost.
  VAPID_SUBJECT: withDefault(
    matching('^(mailto:[^@\\s]+@[^@\\s]+\\.[^@\\s]+|https://[^\\s]+)$'),
    'mailto:push@mupiira.example',
    { about: 'Address where push services report problems: `mailto:` or `https:`', requiredInProduction: true },
  ),
  ALERT_WEBHOOK_SECRET: optional(text(), {
    about: 'Key that signs the webhooks of alerts; without it none are sent',
    secret: 'own',
  }),
  ALERT_WEBHOOK_SIMULATOR_URL: optional(matching('^http://[^/]+$'), {
    about: 'The private address that receives all webhooks of alerts, in place of the host in the settings',
    refusedInProduction: 'production sends webhooks to the host in the settings only',
  }),
  PUSH_SIMULATOR_URL: optional(matching('^http://[^/]+$'), {
    about: 'The only private address that push messages may be sent to',
    refusedInProduction: 'production sends push messages to browsers only',
  }),
} as const

export type PushConfig = {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
  readonly simulatorUrl: string | null
}

export function messageFaults(given: RawEnvironment): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given
  if (publicKey !== undefined && privateKey !== undefined && publicKeyOf(privateKey) !== publicKey)
    return ['VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY']
  return [
    ...missingWith(given, 'VAPID_PUBLIC_KEY', ['VAPID_PRIVATE_KEY']),
    ...missingWith(given, 'VAPID_PRIVATE_KEY', ['VAPID_PUBLIC_KEY']),
  ]
}

function publicKeyOf(privateKey: string): string | null {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

export function messageConfig(env: Values<typeof messageVariables>) {
  return {
    africasTalking: {
      url: env.AFRICASTALKING_URL,
      username: env.AFRICASTALKING_USERNAME,
      apiKey: env.AFRICASTALKING_API_KEY,
      /** The sender id; null for the gateway's default sender. */
      sender: env.AFRICASTALKING_SENDER,
    },
    smtp: { url: env.SMTP_URL, from: env.MAIL_FROM },
    alertWebhook: { secret: env.ALERT_WEBHOOK_SECRET, simulatorUrl: env.ALERT_WEBHOOK_SIMULATOR_URL },
    /** The key pair; null for no web push. */
    push: pushConfig(env),
  }
}

function pushConfig(env: Values<typeof messageVariables>): PushConfig | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  if (publicKey === null || privateKey === null) return null
  return { publicKey, privateKey, subject, simulatorUrl: env.PUSH_SIMULATOR_URL }
}
