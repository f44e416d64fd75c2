import { RowLink } from '../../shared/ui/row-link.tsx'
import { useSupport } from '../../state/support.ts'

/** Operators add their partner organisations here. */
const SUPPORT_SERVICES = [
  { name: 'Gambling Therapy', text: 'Free text chats in many languages', href: 'https://www.gamblingtherapy.org/' },
  {
    name: 'Gamblers Anonymous',
    text: 'Group meetings for people with the same problem',
    href: 'https://www.gamblersanonymous.org/',
  },
  {
    name: 'Lotteries and Gaming Regulatory Board, Uganda',
    text: 'Complaints about an operator',
    href: 'https://lgrb.go.ug/',
  },
] as const

/** Where to find help (PLAY-05). */
export function Help() {
  const { email } = useSupport()
  return (
    <>
      <p className="text-14">
        Talk to a person you trust, a doctor or health centre near you, or one of these services. In Kampala, Butabika
        National Referral Hospital treats addictions.
      </p>
      <nav aria-label="Where to get help" className="-mx-3 border-y border-line">
        {SUPPORT_SERVICES.map(({ name, text, href }) => (
          <RowLink key={href} href={href}>
            <span className="block py-2">
              <b>{name}</b>
              <span className="block text-12 text-muted">{text}</span>
            </span>
          </RowLink>
        ))}
      </nav>
      <p className="text-14">
        Questions about limits or a break? Contact customer care at{' '}
        <a href={`mailto:${email}`} className="underline">
          {email}
        </a>
        . They will never discourage you from setting a limit.
      </p>
    </>
  )
}
