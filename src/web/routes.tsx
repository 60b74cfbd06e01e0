/** Every path of the web app. Each page is a chunk of its own, fetched when it is opened. */
import { Navigate, createBrowserRouter, type RouteObject } from 'react-router';
import { knowPage } from './components/fetch-ahead.ts';
import { Loading } from './components/loading.tsx';
import { PageFailed } from './components/page-failed.tsx';
import { NotFound } from './pages/not-found.tsx';
import { plugged } from './pages/plugged-pages.ts';

/**
 * `load` imports a file that exports the page as `default`. What is shown when it does not arrive stands
 * around the page: while a route's own file is missing, React Router 8.5 renders nothing of it.
 */
function lazyPage(path: string, load: () => Promise<{ default: React.ComponentType }>): RouteObject {
  knowPage(path, load);
  const page = { path, lazy: async () => ({ Component: (await load()).default }) };
  return { ErrorBoundary: PageFailed, children: [page] };
}

export const router = createBrowserRouter([
  {
    HydrateFallback: Loading,
    ErrorBoundary: PageFailed,
    children: [
      {
        // Signing in does not wait for the navigation.
        lazy: async () => ({ Component: (await import('./components/shell.tsx')).Shell }),
        children: [
          lazyPage('/', () => import('./pages/home/home.tsx')),
          lazyPage('/compose/:id?', () => import('./pages/composer/compose-page.tsx')),
          lazyPage('/drafts', () => import('./pages/home/drafts-page.tsx')),
          lazyPage('/calendar', () => import('./pages/calendar/calendar.tsx')),
          lazyPage('/posts/:id', () => import('./pages/posts/post.tsx')),
          lazyPage('/channels', () => import('./pages/channels/channels.tsx')),
          lazyPage('/media', () => import('./pages/media/media.tsx')),
          lazyPage('/numbers', () => import('./pages/numbers/numbers.tsx')),
          lazyPage('/instance', () => import('./pages/instance/instance.tsx')),
          ...plugged.map(({ path, load }) => lazyPage(path, load)),
          {
            path: '/settings',
            lazy: async () => ({ Component: (await import('./pages/settings/layout.tsx')).default }),
            children: [
              { index: true, element: <Navigate replace to="profile" /> },
              lazyPage('profile', () => import('./pages/settings/profile.tsx')),
              lazyPage('organization', () => import('./pages/settings/organization.tsx')),
              lazyPage('short-links', () => import('./pages/settings/short-links.tsx')),
              lazyPage('members', () => import('./pages/settings/members.tsx')),
              { path: 'channels', element: <Navigate replace to="/channels" /> },
              lazyPage('api-keys', () => import('./pages/settings/api-keys.tsx')),
              lazyPage('apps', () => import('./pages/settings/apps.tsx')),
              lazyPage('apps/:id', () => import('./pages/settings/app.tsx')),
              lazyPage('webhooks', () => import('./pages/settings/webhooks.tsx')),
              lazyPage('webhooks/:id', () => import('./pages/settings/webhook.tsx')),
              lazyPage('approved-apps', () => import('./pages/settings/approved-apps.tsx')),
              lazyPage('plan', () => import('./pages/settings/plan.tsx')),
              lazyPage('history', () => import('./pages/settings/audit-log.tsx')),
            ],
          },
        ],
      },
      lazyPage('/setup', () => import('./pages/setup/setup.tsx')),
      {
        lazy: async () => ({ Component: (await import('./pages/auth/signed-out-layout.tsx')).default }),
        children: [
          lazyPage('/sign-in', () => import('./pages/auth/sign-in.tsx')),
          lazyPage('/sign-up', () => import('./pages/auth/sign-up.tsx')),
          lazyPage('/forgot', () => import('./pages/auth/forgot.tsx')),
          lazyPage('/reset', () => import('./pages/auth/reset.tsx')),
          lazyPage('/activate', () => import('./pages/auth/activate.tsx')),
          lazyPage('/invitation', () => import('./pages/auth/accept-invitation.tsx')),
        ],
      },
      lazyPage('/oauth/authorize', () => import('./pages/consent/consent.tsx')),
      lazyPage('/integrations/social/:provider', () => import('./pages/connect/finish.tsx')),
      { path: '*', element: <NotFound /> },
    ],
  },
]);
