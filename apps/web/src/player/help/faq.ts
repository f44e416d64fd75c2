import { MAX_SELECTIONS } from '@mupiira/domain/limits/stake-rules.ts'
import { RAISE_WAIT_MS } from '@mupiira/domain/protection/change-limit.ts'
import { EXCLUSION_LENGTHS, type ExclusionKind } from '@mupiira/domain/protection/exclusion.ts'
import { HOUR_MS } from '@mupiira/domain/time/durations.ts'
import { brand } from '../../shared/brand.ts'
import type { ArticleSection } from './article.tsx'
import { liveBetText, winBonusText } from './betting-rules.ts'
import type { Figures } from './figures.ts'

/** Lists the lengths of a break: `lengthsOf('time-out')` → "24 hours, 7 days or 30 days". */
function lengthsOf(kind: ExclusionKind): string {
  const names = Object.values(EXCLUSION_LENGTHS).flatMap((length) => (length.kind === kind ? [length.name] : []))
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

export const faqSections = (figures: Figures): readonly ArticleSection[] => [
  {
    id: 'create-account',
    title: 'How do I create an account?',
    passages: [
      `${brand.name} is for people aged 18+ only. Each person may have one account.`,
      [
        'Tap Join Now, or open Create account.',
        'Enter your first name, your last name if you have one, your phone number without the country code, and your district. The NIN is used for identity verification.',
        `Choose ${figures.passwordLength > 4 ? 'a password' : 'a 4-digit password, or a longer one'}: at least ${figures.passwordLength} characters. We refuse digits in a row, years and digits from your own number, because they are easy to guess.`,
        'Confirm your age, accept the terms and tap CREATE ACCOUNT. You are logged in at once.',
      ],
      'Use the number of your own MTN or Airtel line, because we pay withdrawals only to that number.',
    ],
  },
  {
    id: 'forgot-password',
    title: 'I forgot my password',
    passages: [
      [
        'On Log in, tap Forgot password?',
        'Enter your phone number. If it has an account, we send it a verification code by SMS. If your account has a confirmed email address, you can enter that instead and get a link.',
        'Enter the code, or open the link, and choose a new password.',
      ],
      'With a new password you are logged out on every phone. Log in again with the new password.',
    ],
  },
  {
    id: 'verification-code',
    title: 'My verification code has not arrived',
    passages: [
      'A verification code expires in 24 hours. Up to 3 codes are sent to a number in 3 hours. After that, wait until the first code is 3 hours old.',
      [
        'Check that the number is correct and that your phone has a signal.',
        'Check that your SMS inbox is not full and that service messages are not blocked.',
        'Enter the code in the browser where you requested it, and use the latest code.',
      ],
      'We never ask for a code or your password, by phone or by chat. Do not give them to anyone.',
    ],
  },
  {
    id: 'install-app',
    title: 'How do I install the app?',
    passages: [
      [
        'Android: open Account and tap Install app, or open the menu of your browser and tap Install app.',
        'iPhone: open the site in Safari, tap Share, then Add to Home Screen.',
      ],
      'It is the same app without the browser’s address bar. It takes almost no space and is always up to date.',
    ],
  },
  {
    id: 'deposit',
    title: 'How do I deposit with MTN or Airtel?',
    passages: [
      [
        'Open Account and tap DEPOSIT.',
        'Choose MTN or Airtel, enter the amount and check the number.',
        'Tap the button. A prompt appears on the phone: approve it with your mobile money PIN.',
        'The amount is in your balance as soon as your network confirms, usually within seconds.',
      ],
      figures.firstDepositRule === 'history'
        ? 'A first deposit is UGX 25,000 or more, a later deposit UGX 10,000 or more.'
        : 'A first deposit, or a deposit to a balance under UGX 10,000, is UGX 25,000 or more. Any other deposit is UGX 10,000 or more.',
      'Enter your mobile money PIN only in the prompt on your phone, never on our page.',
    ],
  },
  {
    id: 'missing-deposit',
    title: 'My deposit is missing',
    passages: [
      'Open Account and tap Payments: you see every payment with its status. If your network confirms a deposit late, we still credit it and notify you.',
      [
        'Check your phone: your network is waiting for your PIN.',
        'Not confirmed yet: your network has not confirmed your payment. We keep checking for up to 72 hours. Please do not pay again if you have approved it.',
        'Not received: it was declined or cancelled, and you can try again. If the money has left your phone anyway, write to us with the reference in the SMS of your network.',
      ],
    ],
  },
  {
    id: 'withdraw',
    title: 'How do I withdraw?',
    passages: [
      [
        'Open Account and tap WITHDRAW.',
        `Enter an amount between UGX ${figures.minimumWithdrawal} and UGX ${figures.maximumWithdrawal}. You see the fee, and what you receive, before you confirm.`,
        'The money goes to the phone number of your account.',
      ],
      'Withdrawals are processed within 15 minutes. Until your network replies, the amount is held and shown as being checked. It is never lost and never paid twice.',
    ],
  },
  {
    id: 'place-a-bet',
    title: 'How do I place a bet?',
    passages: [
      [
        'Tap the odds of your choice; they turn gold and appear in your betslip. Tap the number on a game for more markets.',
        'Open the betslip, enter your stake and look at the payout.',
        'Tap PLACE BET. Your ticket appears at once, with its booking code.',
      ],
      `A betslip takes up to ${MAX_SELECTIONS} selections. If odds get worse, the betslip shows the new odds and asks you first.`,
      liveBetText(figures),
    ],
  },
  {
    id: 'cashout',
    title: 'What is cashout?',
    passages: [
      'With a cashout you end a bet before it is settled. The ticket shows the offer, which changes with the game. We pay the amount that you accept, or up to 1% less if the offer falls while we check it. You can also cash out a part: the rest of the bet stays open at the same odds.',
      'With an auto cashout you set a target. When the offer reaches it, we cash out for you, also while the app is closed, and send you a notification. You can remove the target at any time.',
      'While a game of the ticket is live, an accepted offer is checked first, which usually takes less than 20 seconds. After a goal or a card, or if the offer falls, the cashout is cancelled and you see the new offer. There is no offer shortly after a goal, or once a selection has lost.',
    ],
  },
  {
    id: 'open-bet',
    title: 'Why is my bet still open?',
    passages: [
      'A bet stays open until all its games have a final result, or until one selection has lost. We pay winnings as soon as the last game is settled.',
      'A football game that is abandoned or postponed, and not played within 24 hours of its scheduled start, is void: its selections count with odds of 1.00.',
      'If you think that a bet was settled wrongly, tell us within 7 days of settlement, with the booking code.',
    ],
  },
  {
    id: 'bonus',
    title: 'How does the win bonus work?',
    passages: [
      winBonusText(figures),
      'The betslip counts the qualifying games and shows the bonus as an amount, before you bet. You do not have to claim it, and there is no wagering requirement.',
    ],
  },
  {
    id: 'limits',
    title: 'Which limits are there, and how do I set my own?',
    passages: [
      `The maximum stake is UGX ${figures.maximumStake}. A ticket pays at most UGX ${figures.maximumPayout}, bonus included. You can place up to ${figures.betsPerDay} bets a day.`,
      [
        'Open Account, tap Help Center, then Responsible Gambling.',
        'Set the most that you can deposit, stake or lose per day, week or month.',
        `A lower limit applies at once. A higher limit applies after ${RAISE_WAIT_MS / HOUR_MS} hours, when you confirm it.`,
      ],
    ],
  },
  {
    id: 'self-exclusion',
    title: 'How do I take a break or exclude myself?',
    passages: [
      `Open Responsible Gambling and choose: a time-out is for ${lengthsOf('time-out')}, a self-exclusion for ${lengthsOf('exclusion')}.`,
      'It starts at once. It cannot be ended early, but you can extend it. You cannot bet or deposit; your open bets continue, and you can withdraw.',
    ],
  },
  {
    id: 'agent',
    title: 'How do I speak to an agent?',
    passages: [
      'Open Live chat on this page and write to us; you can send an image as well. You see the reply there, and get a notification anywhere in the app.',
      'If you cannot log in, tap Write without logging in.',
      `Or write to ${figures.supportEmail}, or to ${brand.support.technical} when something does not work. We answer in ${brand.support.responseTime} within business hours ${brand.support.hours}.`,
    ],
  },
]
