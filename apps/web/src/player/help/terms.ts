import { brand } from '../../shared/brand.ts'
import type { ArticleSection } from './article.tsx'
import type { Figures } from './figures.ts'

export const termsSections = (figures: Figures): readonly ArticleSection[] => [
  {
    id: 'eligibility',
    title: 'Eligibility',
    passages: [
      `You must be at least 18 years old, or of the legal age for betting where you are, whichever is higher, to use ${brand.name}.`,
      'You must not use it where betting is forbidden, if you have excluded yourself, or for another person. We may ask for proof of age and identity before we pay.',
    ],
  },
  {
    id: 'account-registration',
    title: 'Account registration',
    passages: [
      'Each person may have one account, opened with true details and with their own phone number. The number and the password are your identity here: keep the password to yourself, and change it if someone else may know it.',
      'You are responsible for everything done with your password until you report to us that it is no longer safe. We may suspend an account when we have reason to believe that its details are false, that another person uses it, or that it is used to break the law.',
    ],
  },
  {
    id: 'betting-rules',
    title: 'Betting rules',
    passages: [
      'Every bet is made under the Betting Rules and the Extended Rules that are in force when it is placed; both are part of these terms. A bet is placed once its ticket is shown, at the odds on the ticket.',
      `A ticket pays at most UGX ${figures.maximumPayout}. A bet that was taken after the start of its game, or with an obvious error, may be made void and its stake returned.`,
    ],
  },
  {
    id: 'responsible-gambling',
    title: 'Responsible gambling',
    passages: [
      'Betting is for fun, and on average it costs money. Bet only what you can afford to lose, and do not try to win back your losses. If you find it hard to stop, do not continue: ask us to close or to limit your account, at any time, without giving a reason.',
      'We do not lift a limit or exclusion early, even if you ask for it.',
    ],
  },
  {
    id: 'payments',
    title: 'Payments and withdrawals',
    passages: [
      'Deposits and withdrawals are made by MTN or Airtel mobile money. Deposits and withdrawals may take up to 5 minutes; if your network takes longer, the payment stays pending until it replies.',
      [
        'You must not deposit another person’s money. Withdrawals go only to your account’s number.',
        `A withdrawal is between UGX ${figures.minimumWithdrawal} and UGX ${figures.maximumWithdrawal}; the fee is shown before you confirm.`,
        'The balance bears no interest. Money credited by mistake is deducted.',
      ],
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy',
    passages: [
      'We store what your account needs: your name, number, district and, if you gave it, your NIN; your payments, bets and logins, with their time and network address; the limits that you set, and what you write to customer care, images included. We use it to run your account, to pay you, to prevent fraud and to answer the authorities where the law demands it.',
      'We do not sell it. The mobile-money companies get what a payment needs. Passwords are stored only in a form from which they cannot be read. You can download all your data under Password and sessions, close your account there, and ask us to correct what is wrong. The law requires us to keep your identification, bets and payments for ten years after that.',
    ],
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    passages: [
      `The name ${brand.name}, the design, the texts and the software are ours or used with permission. You may use them to bet here; you must not copy them, sell them, or collect odds and results from these pages by machine.`,
      'Names of clubs and competitions belong to their owners and only describe the games.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    passages: [
      'We are liable for the money in your balance and for placed bets. We are not liable for network, phone or power failures, or for scores and statistics, which are for information only.',
      'If a technical error has cost you money, claim it within 24 hours: see the Refund Policy.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    passages: [
      'We may change these terms. The new text is shown here with its date, and changes that matter are announced in the app. Bets placed before a change keep the terms under which they were placed; if you do not agree, you can withdraw your balance and close the account.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    passages: [
      `Write to ${figures.supportEmail}. We answer in ${brand.support.responseTime} within business hours ${brand.support.hours}.`,
    ],
  },
]
