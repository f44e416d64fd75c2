import { STAFF_ROLE_NAMES, type StaffRole } from '@mupiira/domain/access/staff-roles.ts'
import { ugxFromShillings } from '@mupiira/domain/money/ugx.ts'
import { parseAccountPhone } from '@mupiira/domain/phone/phone.ts'
import { DEMO_ADMIN, DEMO_BALANCE, DEMO_PLAYER, DEMO_STAFF, DEMO_STAFF_PASSWORD } from './demo-accounts.ts'
import { demoTopUps } from './demo/demo.repository.ts'
import { runDemoGames } from './demo/sports/demo-games.ts'
import { transactionOfOwner } from './kernel/db/owner.ts'
import type { Tx } from './kernel/db/sql.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Catalogue } from './modules/catalogue/index.ts'
import type { Identity } from './modules/identity/index.ts'
import { HOUSE, type Wallet } from './modules/wallet/index.ts'

type DemoAccount = Readonly<Record<'firstName' | 'lastName' | 'password' | 'phoneNumber', string>>
type Deps = { readonly identity: Identity; readonly wallet: Wallet; readonly catalogue: Catalogue }

/**
 * Creates a player with money, a manager, one account for each other staff role, and games of other sports. Safe to
 * repeat.
 */
export function createDemo(kernel: Kernel, deps: Deps): { start(): Promise<void> } {
  runDemoGames(kernel, deps.catalogue)
  deps.wallet.ledger.explain({ 'top-up': [demoTopUps] })
  return {
    async start() {
      await createAccount(kernel, deps, DEMO_PLAYER, { balanceShillings: DEMO_BALANCE })
      await createAccount(kernel, deps, DEMO_ADMIN, { role: 'manager' })
      for (const role of STAFF_ROLE_NAMES) {
        if (role === 'manager') continue
        await createAccount(kernel, deps, { ...DEMO_STAFF[role], password: DEMO_STAFF_PASSWORD }, { role })
      }
    },
  }
}

async function createAccount(
  kernel: Kernel,
  { identity, wallet }: Deps,
  account: DemoAccount,
  { role, balanceShillings = 0 }: { readonly role?: StaffRole; readonly balanceShillings?: number },
): Promise<void> {
  const phone = parseAccountPhone(account.phoneNumber)
  if (!phone.ok) throw new Error(`not a phone number: ${account.phoneNumber}`)
  const passwordHash = await identity.passwords.hash(account.password)
  const now = kernel.clock.now()
  const staff = role === undefined ? {} : { staff: { permissions: { role }, givenBy: null, reason: '' } }
  const create = async (tx: Tx): Promise<void> => {
    const { firstName, lastName } = account
    const profile = await identity.accounts.create(
      tx,
      { firstName, lastName, phoneNumber: phone.value, passwordHash, location: 'Kampala', ...staff },
      now,
    )
    if (profile === null || balanceShillings === 0) return
    await wallet.transfers.credit(
      tx,
      {
        account: profile.id,
        from: HOUSE.operator,
        amount: ugxFromShillings(balanceShillings),
        kind: 'top-up' as const,
        reference: profile.id,
        description: 'Demo money',
      },
      now,
    )
  }
  await (role === undefined ? kernel.db.transaction(create) : transactionOfOwner(kernel, create))
}
