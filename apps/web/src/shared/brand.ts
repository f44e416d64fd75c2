/** The texts and addresses that an operator changes for its brand. */
export const brand = {
  name: 'Mupiira',
  description:
    'Bet on football from Uganda and the world, deposit and withdraw by MTN and Airtel mobile money, and follow every ticket live.',
  siteUrl: 'https://www.mupiira.example',
  support: {
    technical: 'technical@mupiira.example',
    responseTime: '1-2 hours',
    hours: '8 AM-6 PM EAT',
  },
  /** Links in the footer to the brand's own pages, for example on Facebook. */
  social: [] as readonly { readonly name: string; readonly href: string }[],
} as const
