/** The files of each module whose logic decides amounts, or whether money moves. Mutation testing covers them. */
const MONEY_FILES: Readonly<Record<string, readonly string[]>> = {
  wallet: ['holds', 'locked-accounts.repository', 'post-transfers', 'transfer', 'transfers'],
  payments: ['apply-outcome', 'evaluate-outcome', 'post-to-ledger'],
  settlement: ['correct-chunk', 'evaluate-selections', 'pay-transfers', 'settle-chunk'],
  betting: ['delayed-bets/decide-delayed-bets', 'delayed-bets/hold-bets', 'placement/evaluate-bet'],
  cashout: ['accept-offer', 'automatic-cashouts', 'decide-cashout', 'pay-cashout'],
}

export const MONEY_MODULES = Object.keys(MONEY_FILES)

/** `moneyFilesOf('wallet')` → ["apps/server/src/modules/wallet/holds.ts", …]; undefined for other names. */
export const moneyFilesOf = (module: string): readonly string[] | undefined =>
  MONEY_FILES[module]?.map((name) => `apps/server/src/modules/${module}/${name}.ts`)
