import { type Network, networkOf, readMsisdn } from '../core/networks.ts'
import type { Order } from '../core/order.ts'
import type { WireFormat } from '../core/wire-format.ts'
import { WIRES } from '../core/wire-format.ts'
import type { SharedState } from '../core/shared-state.ts'
import type { ControlPatch } from './read-patch.ts'

/** Finds an order by the simulator's reference or the merchant's, in all wire formats. */
export function findOrder(shared: SharedState, wires: readonly WireFormat[], reference: string): Order | undefined {
  const own = shared.orders.byInternalReference(reference)
  if (own !== undefined) return own
  for (const wire of wires) {
    const order = shared.orders.byReference(wire.name, reference)
    if (order !== undefined) return order
  }
  return shared.orders.byExternalId(reference)
}

/** Applies the patch. Returns one line per command that could not be executed. */
export function applyPatch(shared: SharedState, wires: readonly WireFormat[], patch: ControlPatch): string[] {
  const failures: string[] = []
  if (patch.reset === true) shared.reset()
  if (patch.seed !== undefined) shared.random.reseed(patch.seed)
  if (patch.floatUgx !== undefined) shared.processor.setFloat(Math.round(patch.floatUgx * 100))
  for (const wire of WIRES) Object.assign(shared.faultsOf(wire), patch.faults, patch.faultsOf?.[wire])
  Object.assign(shared.settings, patch.settings)

  for (const rule of patch.behaviours ?? []) {
    const msisdn = 'msisdn' in rule ? readMsisdn(rule.msisdn) : null
    if ('reference' in rule) shared.processor.setBehaviour({ reference: rule.reference }, rule.behaviour)
    else if (msisdn === null) failures.push(`${rule.msisdn} is not a Ugandan number`)
    else shared.processor.setBehaviour({ msisdn }, rule.behaviour)
  }
  for (const { reference, ending } of patch.decide ?? []) {
    const order = findOrder(shared, wires, reference)
    if (order === undefined) failures.push(`${reference} is unknown`)
    else if (!shared.processor.end(order, ending)) failures.push(`${reference} has ended already`)
  }
  for (const { reference, status, amountUgx, seal, copies } of patch.callbacks ?? []) {
    const order = findOrder(shared, wires, reference)
    const amountHundredths = amountUgx === null ? (order?.amountHundredths ?? 0) : Math.round(amountUgx * 100)
    if (order === undefined) failures.push(`${reference} is unknown`)
    else for (let copy = 0; copy < copies; copy += 1) shared.callbacks.send(order, { status, amountHundredths, seal })
  }
  for (const past of patch.record ?? []) {
    const msisdn = readMsisdn(past.msisdn)
    const network = msisdn === null ? null : networkOf(msisdn)
    if (msisdn === null || network === null) failures.push(`${past.msisdn} is not a number of MTN or Airtel`)
    else shared.record(pastOrder(past, msisdn, network))
  }
  return failures
}

type Past = NonNullable<ControlPatch['record']>[number]

function pastOrder({ amountUgx, failure, ...past }: Past, msisdn: string, network: Network): Order {
  return {
    ...past,
    wire: 'relworx',
    wallet: 'relworx',
    externalId: null,
    callbackUrl: null,
    msisdn,
    network,
    amountHundredths: Math.round(amountUgx * 100),
    chargeHundredths: 0,
    description: null,
    behaviour: 'succeeds',
    status: failure === null ? 'success' : 'failed',
    failure,
    completedAtMs: past.createdAtMs,
    providerTransactionId: null,
    waitsForHandset: false,
    callbackAttempts: 0,
    callbackAcknowledgedAtMs: null,
  }
}
