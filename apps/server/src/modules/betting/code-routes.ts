import { getBookingCode, issueBookingCode } from '@mupiira/contract/booking-codes.ts'
import { type Route, route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { askerOf } from './code-owner.ts'
import { pruneCodes } from './code-rows.ts'
import { issueCode } from './issue-code.ts'
import { lookUpCode } from './look-up-code.ts'
import type { TicketScreens } from './open-ticket.ts'
import type { PlaceDeps } from './place-bets.ts'

/** Slips list games weeks ahead at most, so older codes only contain finished games. */
const RETENTION_MS = 90 * 86_400_000

export function bookingCodeRoutes(kernel: Kernel, deps: PlaceDeps, tickets: TicketScreens): readonly Route[] {
  const { db, clock } = kernel
  const prune = async () => void (await pruneCodes(db, new Date(clock.now().getTime() - RETENTION_MS)))
  kernel.jobs.cron('prune-booking-codes', '17 * * * *', prune)
  return [
    route(issueBookingCode, ({ body, actor, cookies, now }) =>
      issueCode(db, deps.pricing, body, askerOf(actor, cookies), now),
    ),
    route(getBookingCode, ({ params, actor, cookies, now }) =>
      lookUpCode(
        { sql: db, pricing: deps.pricing, settings: deps.settings, tickets },
        params.code,
        askerOf(actor, cookies),
        now,
      ),
    ),
  ]
}
