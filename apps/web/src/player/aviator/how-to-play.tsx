import { Link } from 'wouter'
import { LOWEST_CASH_OUT } from '@mupiira/domain/aviator/growth.ts'

/** A short version of the rules. The complete rules are in docs/rules/aviator.md. */
export function HowToPlay({ rtp = 97 }: { readonly rtp: number | undefined }) {
  const roundsPerEarlyCrash = Math.round(1 / (1 - rtp / LOWEST_CASH_OUT))
  return (
    <div className="flex flex-col gap-3 text-14">
      <h2 className="text-16 font-bold">How to play</h2>
      <ol className="ml-5 flex list-decimal flex-col gap-2">
        <li>
          Place one or two bets while betting is open: 5 seconds before each round. All players play the same round.
        </li>
        <li>The crane takes off at 1.00x and climbs, up to 10.00x. Your bet is worth stake × multiplier.</li>
        <li>You can cash out from 1.11x until the crane crashes. After the crash the bet is lost.</li>
        <li>
          With an <strong>auto cashout</strong> the server cashes out for you as soon as your target is reached, even if
          you have no connection. We recommend it on a slow network.
        </li>
        <li>
          Your screen shows only what the round has certainly reached, so it is slightly behind. A tap on Cash Out
          counts when it reaches the server. The amount on the button is therefore marked “≈”, and your delay is shown
          above it.
        </li>
        <li>A bet placed during a round waits for the next one. You can cancel it until the next round starts.</li>
      </ol>
      <p>
        <strong>The odds.</strong> The chance that a round reaches a multiplier is {rtp} % divided by that multiplier.
        So every target returns on average {rtp} of every 100 shillings staked. About one round in {roundsPerEarlyCrash}{' '}
        ends at 1.10x, before anyone can cash out.
      </p>
      <p>
        <strong>Interrupted rounds.</strong> If the server fails during a round, cashouts made and targets reached
        before the failure are paid, and all other bets are refunded.
      </p>
      <p>
        <strong>Provably fair.</strong> Every crash point is fixed before betting opens, and anyone can check it
        afterwards:{' '}
        <Link href="/aviator/verify" className="font-bold underline">
          verify a round
        </Link>
        .
      </p>
    </div>
  )
}
