import * as airtel from './airtel/wire.ts'
import type { ApiAddress, WireFormat, WireName } from './core/wire-format.ts'
import type { SharedState } from './core/shared-state.ts'
import * as mtn from './mtn/wire.ts'
import * as relworx from './relworx/wire.ts'

type Environment = Readonly<Record<string, string>>

type Vendor = {
  /** The vendor's API on this server, as the front page lists it. */
  readonly addresses: readonly ApiAddress[]
  /** The vendor's API with its scenarios; see each vendor's folder. */
  readonly create: (shared: SharedState) => WireFormat
  /**
   * The environment variables of the server for this vendor, with the keys that a merchant gets from the vendor's
   * portal.
   */
  readonly environment: (simulatorUrl: string, secret: string) => Environment
}

export const VENDORS: { readonly [name in WireName]: Vendor } = { relworx, mtn, airtel }

/** The environment variables of the server for all direct providers of a simulator. */
export const directEnvironment = (url: string, secret: string): Environment =>
  Object.assign({}, ...Object.values(VENDORS).map(({ environment }) => environment(url, secret))) as Environment
