import { COURSES } from '../core/courses.ts'
import { type Network, networkOf, readMsisdn } from '../core/networks.ts'
import type { OrderKind } from '../core/order.ts'
import type { Refusal } from '../core/order-processor.ts'
import type { World } from '../core/world.ts'
import { type Exchange, fieldsOf } from '../http/exchange.ts'
import { type Call, RELWORX } from './endpoints.ts'
import { type PaymentBody, readPaymentBody } from './payment-body.ts'
import { presentAccepted, presentStatus, presentTransaction } from './present.ts'

export type Answer = {
  readonly status: number
  readonly body: Record<string, unknown>
  /** The order exists, even if this answer is lost. */
  readonly isTaken: boolean
  readonly reference?: string
}

const ACCEPT = 'application/vnd.relworx.v2'
const LISTED_DAYS_MS = 30 * 86_400_000
const LISTED_MOST = 1_000
const COLLECTION_CHARGE_PERMILLE: Readonly<Record<Network, number>> = { mtn: 25, airtel: 30 }
const PAYOUT_CHARGE_HUNDREDTHS = 500_00

/** Refusals that the vendor gives as 200 with success false, and those with a status of their own. */
const REFUSALS: Readonly<Record<Refusal, Answer>> = {
  'duplicate-reference': refuse(422, 'reference has already been taken'),
  refused: refuse(200, 'Request could not be processed. Please try again later.'),
  'float-too-low': refuse(200, 'Insufficient wallet balance.'),
  'too-many-pending': refuse(503, 'Service temporarily unavailable'),
}

function refuse(status: number, message: string): Answer {
  return { status, body: { success: false, message }, isTaken: false }
}

function tell(body: Record<string, unknown>): Answer {
  return { status: 200, body: { success: true, ...body }, isTaken: false }
}

function refuseAccess({ headers }: Exchange['request'], call: Call, apiKey: string): Answer | null {
  // The proxy holds the key; a caller who gives one all the same must give the right one.
  if (call.via === 'proxy' && headers.authorization === undefined) return null
  if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Invalid or expired API key')
  if (call.via === 'direct' && headers.accept !== ACCEPT) return refuse(400, `The Accept header must be ${ACCEPT}`)
  return null
}

function refuseAccount(world: World, accountNo: string | null): Answer | null {
  if (accountNo === null || accountNo === '') return refuse(400, 'account_no is missing')
  return accountNo === world.options.accountNo
    ? null
    : refuse(403, 'API key not authorized to access this business account')
}

function chargeOf(kind: OrderKind, body: PaymentBody, network: Network): number {
  if (kind === 'payout') return PAYOUT_CHARGE_HUNDREDTHS
  return Math.round((body.amountHundredths * COLLECTION_CHARGE_PERMILLE[network]) / 1_000)
}

function takePayment(world: World, kind: OrderKind, json: unknown): Answer {
  const read = readPaymentBody(json)
  if (!read.ok) return refuse(read.error.status, read.error.message)
  const body = read.value
  const denied = refuseAccount(world, body.accountNo)
  if (denied !== null) return denied
  if (body.network === null) return refuse(200, 'Mobile network is not supported.')
  if (world.settings.limitRequests && !world.limit.admits(body.msisdn, world.now())) {
    return refuse(429, 'Too many requests for this msisdn. Please try again after 10 minutes.')
  }
  const taken = world.processor.take({
    wire: RELWORX,
    wallet: RELWORX,
    kind,
    reference: body.reference,
    externalId: null,
    callbackUrl: null,
    msisdn: body.msisdn,
    network: body.network,
    amountHundredths: body.amountHundredths,
    chargeHundredths: chargeOf(kind, body, body.network),
    description: body.description,
  })
  if (!taken.ok) return REFUSALS[taken.error]
  const order = taken.value
  if (COURSES[order.course].reply === 'error-though-taken')
    return { ...refuse(500, 'Internal server error'), isTaken: true }
  return { status: 200, body: presentAccepted(order), isTaken: true, reference: order.reference }
}

function replyStatus(world: World, query: URLSearchParams): Answer {
  const internalReference = query.get('internal_reference') ?? ''
  if (internalReference === '') return refuse(400, 'internal_reference is missing')
  const order = world.book.byInternalReference(internalReference)
  if (order === undefined || order.wire !== RELWORX) return refuse(404, 'Request not found')
  return tell(presentStatus(order))
}

function replyBalance(world: World, query: URLSearchParams): Answer {
  const currency = query.get('currency') ?? ''
  if (currency === '') return refuse(400, 'currency is missing')
  if (currency !== 'UGX') return refuse(422, 'currency does not have a valid value')
  return tell({ balance: world.processor.floatHundredths(RELWORX) / 100 })
}

function listTransactions(world: World): Answer {
  const oldestMs = world.now() - LISTED_DAYS_MS
  const orders = world.book.newest(LISTED_MOST, (order) => order.wire === RELWORX && order.createdAtMs >= oldestMs)
  return tell({ transactions: orders.map(presentTransaction) })
}

const FIRST_NAMES = ['Grace', 'Moses', 'Sarah', 'Isaac', 'Esther', 'Brian', 'Joan'] as const
const LAST_NAMES = [
  'Nakato',
  'Okello',
  'Namutebi',
  'Mugisha',
  'Achieng',
  'Tumusiime',
  'Auma',
  'Ssali',
  'Byaruhanga',
  'Atim',
  'Kato',
] as const

/** Invented from the number, so that asking again gives the same name. */
function replyCustomerName(json: unknown): Answer {
  const written = fieldsOf(json)?.['msisdn']
  if (written === undefined || written === null || written === '') return refuse(400, 'msisdn is missing')
  const msisdn = typeof written === 'string' && written.startsWith('+') ? readMsisdn(written) : null
  if (msisdn === null) return refuse(422, 'msisdn must be in international format, such as +256701234567')
  if (networkOf(msisdn) === null) return refuse(200, 'Mobile network is not supported.')
  const number = Number(msisdn.slice(3))
  const name = `${FIRST_NAMES[number % FIRST_NAMES.length]} ${LAST_NAMES[number % LAST_NAMES.length]}`
  return tell({ message: `Msisdn +${msisdn} successfully validated.`, customer_name: name.toUpperCase() })
}

/** The vendor's own answer to a call, before faults are applied. */
export async function answerCall(world: World, exchange: Exchange, call: Call): Promise<Answer> {
  const body = exchange.method === 'POST' ? await exchange.readJson() : null
  const denied = refuseAccess(exchange.request, call, world.options.apiKey)
  if (denied !== null) return denied
  if (body !== null) {
    if (!body.ok) return refuse(400, 'The request body must be JSON, with the content type application/json.')
    if (call.endpoint === 'request-payment') return takePayment(world, 'collection', body.value)
    if (call.endpoint === 'send-payment') return takePayment(world, 'payout', body.value)
    return replyCustomerName(body.value)
  }
  const deniedAccount = refuseAccount(world, exchange.query.get('account_no'))
  if (deniedAccount !== null) return deniedAccount
  if (call.endpoint === 'check-request-status') return replyStatus(world, exchange.query)
  if (call.endpoint === 'check-wallet-balance') return replyBalance(world, exchange.query)
  return listTransactions(world)
}
