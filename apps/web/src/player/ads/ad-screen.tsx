import { useLocation } from 'wouter'
import { ADS } from '../../shared/ads.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'

type Offer = { readonly text: string; readonly action: { readonly name: string; readonly href: string } }

const OFFERS: Record<(typeof ADS)[number]['href'], Offer> = {
  '/ads1': {
    text: 'Put several games on one betslip: every game with high enough odds adds to the win bonus. You see the bonus before you bet, and it does not change afterwards.',
    action: { name: 'Choose your games', href: '/sports' },
  },
  '/ads2': {
    text: 'Deposit from your phone with mobile money and withdraw to the same number. Every payment has a page that shows its status.',
    action: { name: 'Add funds', href: '/deposit' },
  },
  '/ads3': {
    text: 'Your betslip has a booking code. Write it down and load the same selections again later, until the first game starts. You then get the current odds.',
    action: { name: 'Load a code', href: '/booking-code' },
  },
}

/** The page of a banner (APP-16). */
export function AdScreen() {
  const [path] = useLocation()
  const ad = ADS.find(({ href }) => href === path)
  if (ad === undefined) return null
  const { text, action } = OFFERS[ad.href]
  return (
    <>
      <ScreenHeader title={ad.title} backTo="/" />
      <div className="mx-auto flex max-w-120 flex-col gap-4 p-3">
        <img src={ad.image} alt="" width={672} height={168} className="w-full rounded-card border border-line" />
        <p className="text-16">{text}</p>
        <p className="text-14 text-muted">Bet responsibly. Never stake money that you need for something else.</p>
        <ButtonLink href={action.href} tall wide>
          {action.name}
        </ButtonLink>
      </div>
    </>
  )
}
