import { nameOf } from '@mupiira/domain/identity/registration.ts'
import type { ChatPlayer } from '@mupiira/contract/chat.ts'
import { displayPhone } from '@mupiira/domain/phone/phone.ts'
import { dateText } from '../../shared/format/times.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Badge, Money } from '../../shared/ui/surfaces.tsx'
import { useMay } from '../../state/session.ts'
import { Fact } from '../kit/facts.tsx'
import { LastPayment } from './last-payment.tsx'

const STATUSES = {
  active: ['up', 'Active'],
  suspended: ['live', 'Suspended'],
  banned: ['down', 'Blocked'],
} as const

type CardProps = {
  readonly player: ChatPlayer
  /** True if the card is collapsed above the conversation, because there is no room beside it. */
  readonly isFolded?: boolean
}

export function PlayerCard({ player, isFolded }: CardProps) {
  const may = useMay()
  const name = nameOf(player)
  const [tone, status] = STATUSES[player.accountStatus]
  const account = (
    <>
      <dl className="text-14">
        <Fact name="Username">{player.username}</Fact>
        <Fact name="Phone">
          <span className="whitespace-nowrap">{displayPhone(player.phoneNumber)}</span>
        </Fact>
        <Fact name="Balance">
          <b>
            <Money amount={player.balance} />
          </b>
        </Fact>
        <Fact name="District">{player.location}</Fact>
        <Fact name="Member since">{dateText(player.createdAt)}</Fact>
      </dl>
      {may('admin:payments:read') && <LastPayment userId={player.id} />}
      <ButtonLink variant="secondary" wide href={`/admin/users/${player.id}`}>
        Open the account
      </ButtonLink>
    </>
  )
  if (isFolded) {
    return (
      <details className="group border-b border-line wide:hidden">
        <summary className="flex min-h-12 list-none items-center gap-2 px-3 [&::-webkit-details-marker]:hidden">
          <b className="min-w-0 flex-1 truncate">{name}</b>
          <Badge tone={tone}>{status}</Badge>
          <span className="text-12 text-muted underline">Account</span>
        </summary>
        <div className="flex max-h-[calc(var(--screen)*0.4)] flex-col gap-2 overflow-y-auto px-3 pb-3">{account}</div>
      </details>
    )
  }
  return (
    <aside
      aria-label="The player’s account"
      className="flex flex-col gap-3 self-start rounded-card border border-line bg-raised p-3 max-wide:hidden"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-16 font-bold">{name}</h2>
        <Badge tone={tone}>{status}</Badge>
      </div>
      {account}
    </aside>
  )
}
