import type { ComponentProps } from 'react'

/**
 * Every form of the product. It posts, so that nothing typed is ever in an address: without scripts the browser sends it
 * by itself, and the server brings the page back (kernel/http/not-found.ts).
 */
export const Form = ({ children, ...form }: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...form}>
    <noscript>
      <p className="rounded-card border border-down p-3 text-14 font-bold">
        This form needs JavaScript. Please turn it on in your browser and load the page again.
      </p>
    </noscript>
    {children}
  </form>
)
