import { brand } from '../../shared/brand.ts'
import type { ArticleSection } from './article.tsx'
import type { Figures } from './figures.ts'

export const refundPolicy = ({ supportEmail }: Pick<Figures, 'supportEmail'>): readonly ArticleSection[] => [
  {
    id: 'general-policy',
    title: 'General policy',
    passages: [
      'A bet that was placed is final: lost stakes are not refunded, and a bet is not cancelled because you change your mind. While the ticket has a cashout offer, you can use it to end the bet early.',
      'You can withdraw unused deposits at any time, without a refund request.',
    ],
  },
  {
    id: 'refund-circumstances',
    title: 'Refund circumstances',
    passages: [
      'We refund you when',
      [
        'every selection of a ticket is void (automatically, at once);',
        'a game was cancelled, or had no final result 24 hours after its scheduled start;',
        'a bet was taken after the start of its game;',
        'your mobile money was charged and the deposit was neither credited nor returned by your network;',
        'a technical error of ours took money from your balance.',
      ],
    ],
  },
  {
    id: 'process',
    title: 'Process',
    passages: [
      [
        `Write to ${supportEmail} with your phone number, the booking code or the reference of the payment, and what happened.`,
        'Claim a technical error within 24 hours.',
        'A refund request is answered within 48 hours.',
        'Approved refunds are credited in 3-7 business days to your balance or to the mobile money line that was charged.',
      ],
    ],
  },
  {
    id: 'exceptions',
    title: 'Exceptions',
    passages: [
      'We give no refund',
      [
        'for a selection that was chosen by mistake;',
        'for losses caused by your own network or phone, if the bet was confirmed with a ticket;',
        'to an account that was used with false details, with another person’s money, or to influence a game.',
      ],
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    passages: [
      `${supportEmail} for payments and bets, ${brand.support.technical} for technical errors. We answer in ${brand.support.responseTime} within business hours ${brand.support.hours}.`,
    ],
  },
]
