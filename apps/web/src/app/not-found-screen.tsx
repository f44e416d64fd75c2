import { ButtonLink } from '../shared/ui/button.tsx'

export function NotFoundScreen() {
  return (
    <div className="mx-auto flex max-w-96 flex-col items-center gap-3 px-4 py-16 text-center">
      <p className="text-28 font-bold text-muted">404</p>
      <h1 className="text-20 font-bold">Page not found</h1>
      <p className="text-14 text-muted">This page does not exist. You can find all games on the home page.</p>
      <ButtonLink href="/">Go to the home page</ButtonLink>
    </div>
  )
}
