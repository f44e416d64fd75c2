/** Size of the run: small in `npm test`, full with `npm run chaos -- NAME [PAYMENTS] [KILLS] [SEED]`. */
export type ChaosSize = { readonly payments: number; readonly kills: number; readonly seed: number }

const SMALL: ChaosSize = { payments: 40, kills: 2, seed: 11 }
const FULL: ChaosSize = { payments: 2_000, kills: 50, seed: 11 }

export function chaosSize(): ChaosSize {
  const [size, ...given] = (process.env['CHAOS_SIZE'] ?? '').split(' ')
  if (size !== 'full') return SMALL
  const [payments = FULL.payments, kills = FULL.kills, seed = FULL.seed] = given.map(Number)
  for (const number of [payments, kills, seed]) {
    if (!Number.isSafeInteger(number) || number < 1)
      throw new Error(`PAYMENTS, KILLS and SEED are whole numbers, not ${given.join(' ')}`)
  }
  return { payments, kills, seed }
}
