import { Link } from 'wouter'
import { brand } from '../../shared/brand.ts'
import { useReturnHere } from '../../shared/return-here.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { useSession } from '../../state/session.ts'
import { useSupport } from '../../state/support.ts'
import { FOOTER_LINKS, withRoutes } from './entries.ts'

const LINK = 'inline-flex min-h-11 items-center text-14 text-ink underline-offset-2 hover:underline'

export function Footer() {
  const session = useSession()
  const returnHere = useReturnHere()
  const { email } = useSupport()
  return (
    <footer className="mt-8 border-t border-line px-4 pt-4 pb-8 text-14 text-muted">
      <nav aria-label="Footer" className="flex flex-wrap gap-x-5">
        {withRoutes(FOOTER_LINKS).map(({ name, href }) => (
          <Link key={href} href={href} className={LINK}>
            {name}
          </Link>
        ))}
        {brand.social.map(({ name, href }) => (
          <a key={href} href={href} className={LINK} rel="noopener noreferrer" target="_blank">
            {name}
          </a>
        ))}
      </nav>
      {session.status !== 'in' && (
        <div className="flex gap-2 py-3">
          <ButtonLink href="/register" state={returnHere} variant="secondary">
            Join Now
          </ButtonLink>
          <ButtonLink href="/login" state={returnHere} variant="secondary">
            Log In
          </ButtonLink>
        </div>
      )}
      <div className="flex flex-col gap-2 pt-2">
        <p>
          Technical problems{' '}
          <a href={`mailto:${brand.support.technical}`} className="text-ink underline">
            {brand.support.technical}
          </a>
          <br />
          General questions{' '}
          <a href={`mailto:${email}`} className="text-ink underline">
            {email}
          </a>
          <br />
          We answer in {brand.support.responseTime} within business hours{' '}
          <span className="whitespace-nowrap">{brand.support.hours}</span>.
        </p>
        <p>
          <Link href="/responsible-gambling" className="text-ink underline">
            Bet responsibly.
          </Link>{' '}
          Betting can be addictive: play only with money that you can afford to lose, and stop when it is no longer fun.
        </p>
        <p className="font-bold">Only people above 25 may use this platform.</p>
      </div>
    </footer>
  )
}
