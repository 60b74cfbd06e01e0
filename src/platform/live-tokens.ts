/**
 * Access tokens that are good at this moment, to stand behind `from`: `t` the token, `m` the membership of
 * its person. The app must exist and the person be an active member: a token ends with either, even before
 * it is revoked.
 */
export const LIVE_TOKENS = `oauth_token t
        join oauth_app a on a.id = t.app_id and a.deleted_at is null and a.suspended_at is null
          and t.revoked_at is null
        join membership m on m.user_id = t.user_id and m.organization_id = t.organization_id
        join user_account u on u.id = t.user_id and u.disabled_at is null`;
