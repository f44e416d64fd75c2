import { forAlertSettings } from '../alerts/alerts.ts'
import { type Catalogue, EMAIL } from './rules.ts'

const EMAILS = new RegExp(`^(${EMAIL}(, ?${EMAIL}){0,9})?$`)
/** A host name with a domain, without port and user. The server also checks the addresses of the host. */
const WEBHOOK = /^(https:\/\/([a-z\d-]+\.)+[a-z][a-z\d-]*(\/[\w\-./~%?=&+:@,;]*)?)?$/i

/** The thresholds of alerts, and who receives them. */
export const ALERT_SETTINGS = {
  ...forAlertSettings(
    ({ measures, unit, threshold, max }) =>
      ({
        kind: 'integer',
        initial: threshold,
        min: 0,
        max,
        unit,
        public: false,
        // A higher threshold hides alerts, and 0 turns them off.
        mayChangeAlone: 'nothing',
        description: `${measures}. An alert opens from this value; 0 turns it off`,
      }) as const,
  ),
  alert_payment_minutes: {
    kind: 'integer',
    initial: 15,
    min: 1,
    max: 1_440,
    unit: 'minutes',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Payments that ended within this time count for the share of failed payments',
  },
  alert_payment_count: {
    kind: 'integer',
    initial: 10,
    min: 1,
    max: 10_000,
    unit: 'payments',
    public: false,
    mayChangeAlone: 'nothing',
    description: 'A provider with fewer payments in this time causes no alert about failed payments',
  },
  alert_emails: {
    kind: 'text',
    initial: '',
    pattern: EMAILS,
    maxCharacters: 500,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Email addresses that receive each new alert, separated by commas; empty for none',
  },
  alert_webhook_url: {
    kind: 'text',
    initial: '',
    pattern: WEBHOOK,
    maxCharacters: 500,
    public: false,
    mayChangeAlone: 'nothing',
    description: 'Address that receives each new alert: https, with a public host name; empty for none',
  },
} as const satisfies Partial<Catalogue>
