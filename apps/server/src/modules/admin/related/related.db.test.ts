import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RelatedAccount } from '@mupiira/contract/user-related.ts'
import { newId } from '../../../kernel/ids.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import type { TestAccount } from '../../../testing/test-accounts.ts'

type Related = { readonly items: readonly RelatedAccount[]; readonly isCapped: boolean }

let app: AdminFixture

beforeAll(async () => {
  app = await adminFixture()
})
afterAll(() => app?.close())

const relatedTo = async ({ id }: TestAccount, by = app.staff): Promise<Related> =>
  (await by.get<Related>(`/api/admin/users/${id}/related`)).body

const AT = '2026-11-20T10:00:00.000Z'

const useDevice = (account: TestAccount, hash: string) =>
  app.asOwner(
    `insert into known_devices values ('${account.id}', decode(repeat('${hash}', 32), 'hex'), '${AT}', '${AT}')`,
  )
const useNetwork = (account: TestAccount, network: string) =>
  app.asOwner(`insert into player_networks values ('${account.id}', '${network}', '${AT}')`)

async function pay(account: TestAccount, phone: string): Promise<void> {
  const id = newId()
  await app.asOwner(
    `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number, payment_method,
       description, provider, reference, short_reference, stage, updated_at)
     values ('${id}', '${account.id}', 'deposit', 5000000, 'success', '${AT}', '${AT}', '${phone}', 'MTN', 'Deposit',
       'relworx', '${id}', 'D' || translate(upper(right('${id}', 7)), '01', 'XY'), 'done', '${AT}')`,
  )
}

describe('accounts that are related to a player', () => {
  it('are those with the same device, payment number or rarely used network, with what they share', async () => {
    const [player, twin, payer, stranger] = [
      await app.player(),
      await app.player(),
      await app.player(),
      await app.player(),
    ]
    for (const account of [player, twin]) await useDevice(account, 'a1')
    await useDevice(stranger, 'b2')
    for (const account of [player, twin, payer]) await pay(account, '+256772555111')
    await pay(stranger, '+256772555222')
    for (const account of [player, payer]) await useNetwork(account, '197.157.1.7')
    const { items, isCapped } = await relatedTo(player)
    expect(isCapped).toBe(false)
    expect(items.map(({ user, shared }) => [user.id, shared.map(({ kind, detail }) => `${kind} ${detail}`)])).toEqual(
      expect.arrayContaining([
        [twin.id, ['device ', 'payment-number +256772555111']],
        [payer.id, ['payment-number +256772555111', 'network 197.157.1.7']],
      ]),
    )
    expect(items.map(({ user }) => user.id)).not.toContain(stranger.id)
    expect(items[0]?.shared[0]?.lastAt).toBe(AT)
  })

  it('do not include the accounts of a network that many use', async () => {
    const accounts: TestAccount[] = []
    for (let at = 0; at < 7; at += 1) accounts.push(await app.player())
    const [player, ...others] = accounts
    if (player === undefined) throw new Error('no player')
    for (const account of [player, ...others.slice(0, 5)]) await useNetwork(account, '41.210.0.9')
    expect((await relatedTo(player)).items.map(({ user }) => user.id)).toHaveLength(5)
    for (const account of others.slice(5)) await useNetwork(account, '41.210.0.9')
    expect((await relatedTo(player)).items).toEqual([])
  })

  it('are listed up to 20, and the answer says that there are more', async () => {
    const player = await app.player()
    await useDevice(player, 'c3')
    await app.asOwner(
      `with people as (
         insert into profiles (id, username, email, phone_number, first_name, last_name, location, nationality, created_at)
         select gen_random_uuid(), 'p' || n, 'p' || n || '@phone.invalid', '+2567725' || lpad(n::text, 5, '0'), 'P', 'Q', '', '', now()
           from generate_series(1, 21) n returning id)
       insert into known_devices select id, decode(repeat('c3', 32), 'hex'), now(), now() from people`,
    )
    const { items, isCapped } = await relatedTo(player)
    expect([items.length, isCapped]).toEqual([20, true])
  })

  it('leave out payment numbers for staff who may not see payments', async () => {
    const [player, payer] = [await app.player(), await app.player()]
    for (const account of [player, payer]) await pay(account, '+256772555333')
    const capabilities = ['admin:enter', 'admin:users:read'] as const
    const reader = await app.admin({ firstName: 'Ruth', permissions: { role: 'own', title: 'Reader', capabilities } })
    expect((await relatedTo(player)).items).toHaveLength(1)
    expect((await relatedTo(player, reader)).items).toEqual([])
  })

  it('of an unknown account are not found', async () => {
    expect((await app.staff.get(`/api/admin/users/${newId()}/related`)).body.code).toBe('USER_NOT_FOUND')
  })
})
