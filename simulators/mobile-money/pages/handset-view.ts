import { type Network, networkName } from '../core/networks.ts'
import type { Order } from '../core/order.ts'
import type { SharedState } from '../core/shared-state.ts'

export type Prompt = {
  readonly id: string
  readonly amountUgx: number
  readonly business: string
  readonly description: string | null
  readonly endsInMs: number
}

export type Message = {
  readonly id: string
  readonly text: string
  readonly at: string
  readonly tone: 'in' | 'out' | 'failed'
}

export type HandsetView = {
  readonly msisdn: string
  readonly network: Network | null
  readonly networkName: string
  /** Oldest first. The first prompt is on the screen, and the others wait. */
  readonly prompts: readonly Prompt[]
  /** Newest first. */
  readonly messages: readonly Message[]
}

const MESSAGES_SHOWN = 12

/** UGX 25,000, with cents only if there are any. */
function shillings(hundredths: number): string {
  const digits = hundredths % 100 === 0 ? 0 : 2
  return `UGX ${(hundredths / 100).toLocaleString('en-UG', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

function messageOf(order: Order, business: string): Message {
  const amount = shillings(order.amountHundredths)
  const common = { id: order.internalReference, at: new Date(order.completedAtMs ?? order.createdAtMs).toISOString() }
  if (order.status === 'success') {
    const id = `Transaction ID ${order.providerTransactionId ?? ''}.`
    return order.kind === 'collection'
      ? { ...common, tone: 'out', text: `You have paid ${amount} to ${business}. ${id}` }
      : { ...common, tone: 'in', text: `You have received ${amount} from ${business}. ${id}` }
  }
  if (order.kind === 'payout')
    return { ...common, tone: 'failed', text: `${amount} from ${business} could not be delivered.` }
  const reason = {
    declined: 'was declined',
    'insufficient-funds': 'failed: you do not have enough money in your account',
    'timed-out': 'expired because you did not answer',
  }[order.failure ?? 'timed-out']
  return { ...common, tone: 'failed', text: `Your payment of ${amount} to ${business} ${reason}.` }
}

function newestEndedFirst(left: Order, right: Order): number {
  return (right.completedAtMs ?? 0) - (left.completedAtMs ?? 0)
}

/** What the phone of this number shows. */
export function viewHandset(shared: SharedState, msisdn: string, network: HandsetView['network']): HandsetView {
  const business = shared.options.businessName
  const ended = [...shared.orders.ofNumber(msisdn)].filter((order) => order.status !== 'pending')
  return {
    msisdn,
    network,
    networkName: network === null ? 'Other network' : networkName(network),
    prompts: shared.processor.promptsOf(msisdn).map((order) => ({
      id: order.internalReference,
      amountUgx: order.amountHundredths / 100,
      business,
      description: order.description,
      endsInMs: shared.processor.promptEndsAtMs(order) - shared.now(),
    })),
    messages: ended
      .slice(-100)
      .sort(newestEndedFirst)
      .slice(0, MESSAGES_SHOWN)
      .map((order) => messageOf(order, business)),
  }
}
