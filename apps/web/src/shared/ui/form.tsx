import type { ComponentProps } from 'react'

/**
 * The form of every screen. It uses POST, so that values never appear in an address. If JavaScript is off, the browser
 * submits the form, and the server returns the page again (kernel/http/not-found.ts).
 */
export const Form = ({ children, ...form }: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...form}>
    <noscript>
      <p className="rounded-card border border-down p-3 text-14 font-bold">
        This form needs JavaScript. Please turn it on in your browser and reload the page.
      </p>
    </noscript>
    {children}
  </form>
)
