/** The texts and addresses that an operator changes for its brand. */
export const brand = {
  name: 'Mupiira',
  description:
    'Bet on football from Uganda and the world, deposit and withdraw by MTN and Airtel mobile money, and follow every ticket live.',
  siteUrl: 'https://www.mupiira.example',
  support: {
    technical: 'technical@mupiira.example',
    general: 'support@mupiira.example',
    responseTime: '1-2 hours',
    hours: '8 AM-6 PM EAT',
  },
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/' },
    { name: 'X', href: 'https://x.com/' },
    { name: 'Instagram', href: 'https://www.instagram.com/' },
  ],
} as const
