import type { ReactNode } from 'react'

/**
 * The end of a form on phones: stays visible above the bottom bar and its protruding button, with letters of the usual
 * size. Its form needs `CLEAR_OF_FOOTER`.
 */
export const FormFooter = ({ children }: { readonly children: ReactNode }) => (
  <div className="bottom-(--bottom-bar) z-10 flex flex-col gap-2 max-md:high:sticky max-md:high:-mx-3 max-md:high:border-t max-md:high:border-line max-md:high:bg-paper max-md:high:px-3 max-md:high:pt-2 max-md:high:pb-4 max-md:high:**:scroll-mb-0!">
    {children}
  </div>
)

/** Scrolls focused fields above the footer and not below it (WCAG 2.4.11). */
export const CLEAR_OF_FOOTER = 'max-md:high:**:scroll-mb-24'
