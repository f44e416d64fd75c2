import type { AccessFixture } from './access-fixture.ts'
import { queryDatabase } from '../support/query-database.ts'

/**
 * All state that a request may change, except what a refused request leaves by design (login throttling, stored
 * responses).
 */
const STATE = `
  select jsonb_object_agg(name, state) as state from (
    select 'profiles' as name, md5(coalesce(string_agg(p::text, '|' order by id), '')) as state from profiles p
    union all select 'credentials', md5(coalesce(string_agg(c::text, '|' order by user_id), '')) from credentials c
    union all select 'sessions', (select count(*)::text from sessions where ended_at is null)
    union all select 'accounts', md5(coalesce(string_agg(a::text, '|' order by id), '')) from accounts a
    union all select 'postings', count(*)::text from postings
    union all select 'holds', md5(coalesce(string_agg(h::text, '|' order by id), '')) from holds h
    union all select 'tickets', md5(coalesce(string_agg(t::text, '|' order by id), '')) from tickets t
    union all select 'legs', count(*)::text from ticket_legs
    union all select 'codes', md5(coalesce(string_agg(b::text, '|' order by code), '')) from booking_codes b
    union all select 'payments', md5(coalesce(string_agg(t::text, '|' order by id), '')) from transactions t
    union all select 'exchanges', count(*)::text from provider_exchanges
    union all select 'notifications', md5(coalesce(string_agg(n::text, '|' order by id), '')) from notifications n
    union all select 'push devices', md5(coalesce(string_agg(d::text, '|' order by id), '')) from push_devices d
    union all select 'messages', count(*)::text from customer_care_chat
    union all select 'conversations', md5(coalesce(string_agg(c::text, '|' order by user_id), '')) from chat_conversations c
    union all select 'quick replies', md5(coalesce(string_agg(q::text, '|' order by id), '')) from chat_quick_replies q
    union all select 'settings', md5(coalesce(string_agg(s::text, '|' order by id), '')) from admin_settings s
    union all select 'limits', md5(coalesce(string_agg(l::text, '|' order by user_id), '')) from player_protection l
    union all select 'aviator bets', md5(coalesce(string_agg(v::text, '|' order by id), '')) from aviator_bets v
    union all select 'aviator chains', count(*)::text from aviator_chains
    union all select 'games', count(*)::text from games
    union all select 'audit log', count(*)::text from audit_log
    union all select 'events', (select count(*)::text from outbox)
  ) each_table`

/** A digest of the state. Equal digests mean that nothing changed. */
async function stateOf({ product }: AccessFixture): Promise<unknown> {
  const [row] = await queryDatabase(product, STATE)
  return { ...(row?.['state'] as object), providerOrders: product.money.orders.list().length }
}

/** Restarts the server without jobs, because jobs change the state at any time, and returns the state. */
export async function stateWithoutJobs(fixture: AccessFixture): Promise<unknown> {
  await fixture.product.terminate()
  await fixture.product.restart({ ROLES: 'http' })
  return stateOf(fixture)
}

/** Stops the server, which first finishes its work, and returns the state. */
export async function finalState(fixture: AccessFixture): Promise<unknown> {
  await fixture.product.terminate()
  return stateOf(fixture)
}
