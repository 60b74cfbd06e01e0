/** Every address of the app. Each page is a chunk of its own, fetched when it is opened. */
import { Navigate, createBrowserRouter, type RouteObject } from 'react-router';
import { Loading } from './components/loading.tsx';
import { Shell } from './components/shell.tsx';
import { NotFound } from './pages/not-found.tsx';

/** A page whose file is fetched when it is opened; the file exports it as `default`. */
const page = (path: string, load: () => Promise<{ default: React.ComponentType }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

export const router = createBrowserRouter([
  {
    HydrateFallback: Loading,
    children: [
      {
        element: <Shell />,
        children: [
          page('/', () => import('./pages/home/home.tsx')),
          page('/posts/:id', () => import('./pages/posts/post.tsx')),
          {
            path: '/settings',
            lazy: async () => ({ Component: (await import('./pages/settings/layout.tsx')).default }),
            children: [
              { index: true, element: <Navigate replace to="profile" /> },
              page('profile', () => import('./pages/settings/profile.tsx')),
              page('organization', () => import('./pages/settings/organization.tsx')),
              page('members', () => import('./pages/settings/members.tsx')),
              page('channels', () => import('./pages/settings/channels.tsx')),
              page('api-keys', () => import('./pages/settings/api-keys.tsx')),
              page('apps', () => import('./pages/settings/apps.tsx')),
              page('apps/:id', () => import('./pages/settings/app.tsx')),
              page('approved-apps', () => import('./pages/settings/approved-apps.tsx')),
              page('plan', () => import('./pages/settings/plan.tsx')),
              page('history', () => import('./pages/settings/audit.tsx')),
            ],
          },
        ],
      },
      page('/setup', () => import('./pages/setup/setup.tsx')),
      {
        lazy: async () => ({ Component: (await import('./pages/auth/outside.tsx')).default }),
        children: [
          page('/sign-in', () => import('./pages/auth/sign-in.tsx')),
          page('/sign-up', () => import('./pages/auth/sign-up.tsx')),
          page('/forgot', () => import('./pages/auth/forgot.tsx')),
          page('/reset', () => import('./pages/auth/reset.tsx')),
          page('/activate', () => import('./pages/auth/activate.tsx')),
          page('/invitation', () => import('./pages/auth/accept-invitation.tsx')),
        ],
      },
      page('/oauth/authorize', () => import('./pages/consent/consent.tsx')),
      page('/integrations/social/:provider', () => import('./pages/connect/finish.tsx')),
      { path: '*', element: <NotFound /> },
    ],
  },
]);
