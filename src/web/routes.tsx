/** Every path of the web app. Each page is a chunk of its own, fetched when it is opened. */
import { Navigate, useRoutes, type RouteObject } from 'react-router';
import { knowPage } from './components/fetch-ahead.ts';
import { PageFrame, latePage } from './late-page.tsx';
import { plugged } from './pages/plugged-pages.ts';
import { speakEverywhere } from './strings/index.ts';

type FetchPage = () => Promise<{ default: React.ComponentType }>;

/** Pages read their texts when they are loaded. */
const afterTexts =
  (fetchPage: FetchPage): FetchPage =>
  async () => {
    await speakEverywhere();
    return fetchPage();
  };

/** Their texts are there before any page is. */
const FIRST: readonly string[] = ['/', '/sign-in'];

/** `fetchPage` imports a file that exports the page as `default`. */
function lazyPage(path: string, fetchPage: FetchPage): RouteObject {
  const load = FIRST.includes(path) ? fetchPage : afterTexts(fetchPage);
  knowPage(path, load);
  return { path, ...framed(latePage(load)) };
}

const framed = (Page: React.ComponentType): Pick<RouteObject, 'element'> => ({
  element: (
    <PageFrame>
      <Page />
    </PageFrame>
  ),
});

const routes: RouteObject[] = [
  {
    ...framed(latePage(() => import('./components/shell.tsx'))),
    children: [
      lazyPage('/', () => import('./pages/home/home.tsx')),
      lazyPage('/compose/:id?', () => import('./pages/composer/compose-page.tsx')),
      lazyPage('/drafts', () => import('./pages/home/drafts-page.tsx')),
      lazyPage('/calendar', () => import('./pages/calendar/calendar.tsx')),
      lazyPage('/queue', () => import('./pages/queue/queue.tsx')),
      lazyPage('/posts/import', () => import('./pages/import/import.tsx')),
      lazyPage('/posts/:id', () => import('./pages/posts/post.tsx')),
      lazyPage('/channels', () => import('./pages/channels/channels.tsx')),
      lazyPage('/media', () => import('./pages/media/media.tsx')),
      lazyPage('/numbers', () => import('./pages/numbers/numbers.tsx')),
      lazyPage('/notifications', () => import('./pages/notifications/notifications.tsx')),
      lazyPage('/instance', () => import('./pages/instance/instance.tsx')),
      ...plugged.map(({ path, load }) => lazyPage(path, load)),
      {
        path: '/settings',
        ...framed(latePage(afterTexts(() => import('./pages/settings/layout.tsx')))),
        children: [
          { index: true, element: <Navigate replace to="profile" /> },
          lazyPage('profile', () => import('./pages/settings/profile.tsx')),
          lazyPage('notifications', () => import('./pages/settings/notifications.tsx')),
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
    ...framed(latePage(() => import('./pages/auth/signed-out-layout.tsx'))),
    children: [
      lazyPage('/sign-in', () => import('./pages/auth/sign-in.tsx')),
      lazyPage('/sign-up', () => import('./pages/auth/sign-up.tsx')),
      lazyPage('/forgot', () => import('./pages/auth/forgot.tsx')),
      lazyPage('/reset', () => import('./pages/auth/reset.tsx')),
      lazyPage('/activate', () => import('./pages/auth/activate.tsx')),
      lazyPage('/unsubscribe', () => import('./pages/auth/unsubscribe.tsx')),
      lazyPage('/invitation', () => import('./pages/auth/accept-invitation.tsx')),
    ],
  },
  lazyPage('/oauth/authorize', () => import('./pages/consent/consent.tsx')),
  lazyPage('/integrations/social/:provider', () => import('./pages/connect/finish.tsx')),
  lazyPage('*', () => import('./pages/not-found.tsx')),
];

/** The page of the current URL. */
export const Pages = (): React.ReactNode => useRoutes(routes);
