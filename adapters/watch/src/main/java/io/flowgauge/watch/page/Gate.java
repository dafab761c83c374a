package io.flowgauge.watch.page;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Admits only authorised requests: see the section on security in docs/live-page.md. */
final class Gate extends Handler.Wrapper {
  private static final Pattern LOCAL =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  /** Content types that a form of any web page can post without a preflight request. */
  private static final List<String> FORM_TYPES =
      List.of("", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded");

  private final PageSettings settings;
  private final ConnectionGuard guard;

  Gate(PageSettings settings, ConnectionGuard guard, Handler inner) {
    super(inner);
    this.settings = settings;
    this.guard = guard;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    guard.answering(request);
    addSecurityHeaders(response.getHeaders());
    HttpFields headers = request.getHeaders();
    String host = Optional.ofNullable(headers.get(HttpHeader.HOST)).orElse("");
    if (settings.isLocal() && !LOCAL.matcher(host.toLowerCase(Locale.ROOT)).matches()) {
      return Answers.words(
          response,
          callback,
          HttpStatus.MISDIRECTED_REQUEST_421,
          "this page is for this machine alone: open it as localhost or 127.0.0.1");
    }
    boolean isPost = HttpMethod.POST.is(request.getMethod());
    if (isPost && isForeign(request, host)) {
      return Answers.words(
          response,
          callback,
          HttpStatus.FORBIDDEN_403,
          "pages of other origins must not post here");
    }
    if (isPost && FORM_TYPES.contains(Receivers.type(request))) {
      return Answers.words(
          response,
          callback,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415,
          "a post must state its content type, which must not be that of a form");
    }
    boolean isLetIn = settings.token().isEmpty() || isKnown(request, isPost);
    return isLetIn
        ? answer(request, response, callback)
        : admitOrRefuse(request, response, callback);
  }

  private boolean answer(Request request, Response response, Callback callback) throws Exception {
    try {
      return super.handle(request, response, callback);
    } catch (HttpException.RuntimeException | HttpException.IllegalArgumentException e) {
      return Answers.words(response, callback, e.getCode(), String.valueOf(e.getReason()));
    } catch (IOException | RuntimeException e) { // For example, a run can no longer be read.
      return Answers.words(
          response,
          callback,
          HttpStatus.INTERNAL_SERVER_ERROR_500,
          "this request could not be answered: " + e);
    }
  }

  private static void addSecurityHeaders(HttpFields.Mutable headers) {
    headers.put("Content-Security-Policy", "frame-ancestors 'none'");
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cache-Control", "no-store");
  }

  /** Whether a request was sent by a page of another origin; engines send neither header. */
  private boolean isForeign(Request request, String host) {
    HttpField site = request.getHeaders().getField("Sec-Fetch-Site");
    if (site != null && !List.of("same-origin", "none").contains(site.getValue())) {
      return true;
    }
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    String own = (settings.key().isPresent() ? "https://" : "http://") + host;
    return origin != null && !origin.equalsIgnoreCase(own);
  }

  /**
   * Whether a request carries the token. A cookie suffices only for reading, because browsers also
   * send it with requests of other pages.
   */
  private boolean isKnown(Request request, boolean isPost) {
    Token token = settings.token().orElseThrow();
    String bearer = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (bearer != null && bearer.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length())) {
      return token.is(bearer.substring("Bearer ".length()).strip());
    }
    return !isPost
        && Request.getCookies(request).stream()
            .filter(cookie -> cookie.getName().equals(cookieName(request)))
            .anyMatch(cookie -> token.isCookie(cookie.getValue()));
  }

  /**
   * Returns the name of the cookie, which contains the port because cookies do not distinguish
   * ports.
   */
  private static String cookieName(Request request) {
    return "flowgauge-" + Request.getLocalPort(request);
  }

  private boolean admitOrRefuse(Request request, Response response, Callback callback) {
    Fields query = Request.extractQueryParameters(request);
    String claim = query.getValue("token");
    if (Routes.isRead(request) && claim != null && settings.token().orElseThrow().is(claim)) {
      Response.addCookie(
          response,
          HttpCookie.build(cookieName(request), settings.token().orElseThrow().cookie())
              .path("/")
              .httpOnly(true)
              .secure(settings.key().isPresent())
              .sameSite(HttpCookie.SameSite.LAX)
              .build());
      // Without the token, so that it appears neither in the history nor in bookmarks.
      Response.sendRedirect(request, response, callback, request.getHttpURI().getPath());
      return true;
    }
    response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    return Answers.words(
        response,
        callback,
        HttpStatus.UNAUTHORIZED_401,
        claim == null
            ? "this page needs its token: add /?token=… to its address, or send it as a bearer"
                + " token"
            : "this is not the token of this page");
  }
}
