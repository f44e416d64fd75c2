/** The payment providers. The simulator has a wire format for each of them. */
export { WIRES as PROVIDER_NAMES } from '@mupiira/simulators/mobile-money/core/wire-format.ts'
