import { applyPatch, findOrder } from './control/apply-patch.ts'
import { answerControl } from './control/control-routes.ts'
import type { ControlPatch } from './control/read-patch.ts'
import type { Order } from './core/order.ts'
import type { WireFormat } from './core/wire-format.ts'
import { createSharedState } from './core/shared-state.ts'
import { listen } from './http/listen.ts'
import { DEFAULTS, type MobileMoneyOptions } from './options.ts'
import { createPages } from './pages/page-routes.ts'
import { directEnvironment, VENDORS } from './vendors.ts'

export type MobileMoney = {
  /** The address of the pages and the control endpoint: http://127.0.0.1:3101 */
  readonly url: string
  /** The base of the Relworx API instead of https://payments.relworx.com/api */
  readonly relworxUrl: string
  /** The address in the specification's proxy form: `{proxyUrl}?endpoint=request-payment`. */
  readonly proxyUrl: string
  /** The environment variables with which the server uses the direct providers of this simulator. */
  readonly directEnv: () => Readonly<Record<string, string>>
  readonly orders: {
    /** Newest first, by default at most a thousand. */
    list(limit?: number): readonly Order[]
    /** Finds an order by the merchant's reference or the simulator's, at any provider. */
    find(reference: string): Order | undefined
  }
  /** Executes a `POST /control` request without HTTP. Returns the commands that could not be executed. */
  control(patch: ControlPatch): readonly string[]
  close(): Promise<void>
}

/** Starts the mobile-money simulator; resolves once it listens. */
export async function startMobileMoney(given: MobileMoneyOptions): Promise<MobileMoney> {
  const options = { ...DEFAULTS, ...given }
  const wires: WireFormat[] = []
  const shared = createSharedState(options, wires)
  wires.push(...Object.values(VENDORS).map(({ create }) => create(shared)))
  const pages = createPages(
    shared,
    Object.values(VENDORS).flatMap(({ addresses }) => addresses),
  )

  const listening = await listen(options.host, options.port, async (exchange) => {
    shared.schedule.runDue()
    const wire = wires.find((candidate) => candidate.serves(exchange.path))
    if (wire !== undefined) return wire.answer(exchange)
    if (await answerControl(shared, wires, exchange)) return
    if (await pages.answer(exchange)) return
    exchange.reply(404, { error: 'Not found' })
  })

  return {
    url: listening.url,
    relworxUrl: `${listening.url}/api`,
    proxyUrl: `${listening.url}/proxy`,
    directEnv: () => directEnvironment(listening.url, options.apiKey),
    orders: {
      list: (limit = 1_000) => shared.orders.newest(limit, () => true),
      find: (reference) => findOrder(shared, wires, reference),
    },
    control: (patch) => applyPatch(shared, wires, patch),
    async close() {
      pages.close()
      shared.close()
      await listening.close()
    },
  }
}
