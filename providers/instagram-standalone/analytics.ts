/** Numbers of an account that is connected directly. */
import { analyticsOf, postAnalyticsOf } from '../_shared/meta/instagram/analytics.ts';
import { LOGIN } from './api.ts';

export const analytics = analyticsOf(LOGIN);
export const postAnalytics = postAnalyticsOf(LOGIN);
